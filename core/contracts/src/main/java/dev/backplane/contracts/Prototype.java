package dev.backplane.contracts;

import dev.backplane.api.contract.Functions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.lang.model.SourceVersion;

/**
 * A C function as a list of functions declares it.
 *
 * @param comment what it does
 * @param java its name in Java
 * @param name its name in C
 * @param text its prototype, without its result
 * @param parameters its parameters, in order
 * @param same the function of OpenCL that does the same; empty if there is none
 * @param made the parameter whose target that function returns instead, with its error where its
 *     last parameter points; empty if it answers a result as well
 */
record Prototype(
    String comment,
    String java,
    String name,
    String text,
    List<Parameter> parameters,
    String same,
    String made) {
  /** The text before the next function: lines of space and headings. */
  private static final Pattern BETWEEN = Pattern.compile("(\\s|//.*\n)*");

  private static final Pattern FUNCTION =
      Pattern.compile(
          "/\\*\\*\\s*(?<comment>.*?)\\s*\\*/\\s*((?<java>\\w+):\\s*)?"
              + "(?<text>(?<name>\\w+)\\((?<parameters>[^()]*)\\))"
              + "\\s*((\\*(?<made>\\w+)\\s*)?=\\s*(?<same>\\w+))?;",
          Pattern.DOTALL);

  private static final Pattern FIRST_WORD = Pattern.compile("^(?:[A-Z]+(?=[A-Z][a-z])|[A-Z])");

  /** The mark of a pointer that may be null, as compilers of C know it. */
  private static final String NULLABLE = "_Nullable ";

  /**
   * A parameter, as it is in Java.
   *
   * @param small whether it is an {@code int}; if not, it is a {@code long}
   * @param name its name
   * @param text its declaration in C
   * @param type its type in C
   * @param nullable whether it is a pointer that may be null
   */
  record Parameter(boolean small, String name, String text, String type, boolean nullable) {
    private static Parameter of(String listed, Set<String> narrow) {
      String text = listed.replace(NULLABLE, "");
      int end = Math.max(text.lastIndexOf(' '), text.lastIndexOf('*')) + 1;
      String type = text.substring(0, end).strip();
      return new Parameter(
          type.endsWith("_info") || narrow.contains(type),
          inJava(text.substring(end)),
          text,
          type,
          !text.equals(listed));
    }

    /** {@return its name in C} */
    String nameInC() {
      return text.substring(Math.max(text.lastIndexOf(' '), text.lastIndexOf('*')) + 1);
    }

    boolean isPointer() {
      return type.endsWith("*");
    }

    /** {@return the type without what qualifies it and without its stars} */
    String base() {
      return type.replace("const ", "").replace("*", "").strip();
    }

    private static String inJava(String name) {
      String camel = Words.camel(name);
      return SourceVersion.isKeyword(camel) ? camel + "Handle" : camel;
    }
  }

  /** {@return the functions of a table, in order} */
  static List<Prototype> parse(Functions of) {
    return parse(of.value(), of);
  }

  /** {@return the functions of a list in the words of a table, in order} */
  static List<Prototype> parse(String list, Functions of) {
    Pattern prefix = Pattern.compile(String.join("|", of.prefixes()));
    Set<String> narrow = Set.of(of.narrow());
    List<Prototype> functions = new ArrayList<>();
    int at = begin(list, 0);
    while (at < list.length()) {
      Matcher found = FUNCTION.matcher(list).region(at, list.length());
      if (!found.lookingAt()) {
        throw new Problem(
            "not a comment, a prototype and a semicolon: "
                + list.substring(at).lines().findFirst().orElse(""));
      }
      functions.add(of(found, prefix, narrow));
      at = begin(list, found.end());
    }
    return functions;
  }

  private static int begin(String list, int from) {
    Matcher between = BETWEEN.matcher(list).region(from, list.length());
    return between.lookingAt() ? between.end() : from;
  }

  private static Prototype of(Matcher found, Pattern prefix, Set<String> narrow) {
    String name = found.group("name");
    String listed = found.group("parameters").strip();
    List<Parameter> parameters =
        listed.equals("void")
            ? List.of()
            : Arrays.stream(listed.split(",", -1))
                .map(each -> Parameter.of(each.strip().replaceAll("\\s+", " "), narrow))
                .toList();
    String made = text(found, "made");
    if (!made.isEmpty() && !parameters.getLast().name().equals(made)) {
      throw new Problem(name + ": what OpenCL returns must be the last parameter, not " + made);
    }
    String java = text(found, "java");
    return new Prototype(
        found.group("comment").replaceAll("\\s*\n\\s*\\*\\s*", " "),
        java.isEmpty() ? java(prefix, name) : java,
        name,
        found.group("text").replaceAll("\\s+", " ").replace(NULLABLE, ""),
        parameters,
        text(found, "same"),
        made);
  }

  private static String text(Matcher found, String group) {
    String text = found.group(group);
    return text == null ? "" : text;
  }

  /** {@return {@code usmFree} of {@code piextUSMFree}} */
  private static String java(Pattern prefix, String name) {
    Matcher before = prefix.matcher(name);
    String rest = before.lookingAt() ? name.substring(before.end()) : name;
    return FIRST_WORD.matcher(rest).replaceFirst(word -> word.group().toLowerCase(Locale.ROOT));
  }

  /** {@return the names of the parameters, in order} */
  Stream<String> names() {
    return parameters.stream().map(Parameter::name);
  }
}
