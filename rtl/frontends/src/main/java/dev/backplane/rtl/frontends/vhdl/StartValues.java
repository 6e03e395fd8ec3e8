package dev.backplane.rtl.frontends.vhdl;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The values of objects that declare none. In VHDL they start at the leftmost value of their type,
 * which is not 0 for {@code integer range 5 to 20}; GHDL's synthesis leaves them unknown, so the
 * value is written into the declaration.
 */
final class StartValues {
  private static final Set<String> OBJECTS = Set.of("signal_declaration", "variable_declaration");
  private static final Pattern RANGE =
      Pattern.compile("(?is)\\brange\\s+(.+?)\\s+(?:to|downto)\\s.*");
  private static final Pattern MARK = Pattern.compile("(?is):\\s*(?:out\\s+)?([a-z][\\w.]*)");

  private final SyntaxTree tree;
  private final List<SyntaxTree.Node> objects = new ArrayList<>();

  StartValues(SyntaxTree tree, Set<String> files) {
    this.tree = tree;
    tree.visit(
        node -> {
          if (files.contains(node.attribute("file"))
              && isUnset(node)
              && tree.of(node, "type").filter(this::startsElsewhere).isPresent()
              && !isCounter(node)) {
            objects.add(node);
          }
        });
  }

  private static boolean isUnset(SyntaxTree.Node node) {
    boolean isObject =
        OBJECTS.contains(node.kind())
            ? !node.kind().startsWith("variable") || isOfProcess(node)
            : node.kind().equals("interface_signal_declaration")
                && node.attribute("mode").equals("out")
                && isOfEntity(node);
    return isObject
        && node.child("default_value").isEmpty()
        && !node.references().containsKey("default_value");
  }

  /** Returns whether it is a variable of all integers, which is assigned before it is read. */
  private boolean isCounter(SyntaxTree.Node node) {
    return node.kind().startsWith("variable")
        && tree.of(node, "type")
            .flatMap(this::left)
            .filter(left -> left.equals(String.valueOf(Integer.MIN_VALUE)))
            .isPresent();
  }

  private static boolean isOfProcess(SyntaxTree.Node node) {
    return grandparent(node).endsWith("process_statement");
  }

  private static boolean isOfEntity(SyntaxTree.Node node) {
    return grandparent(node).equals("entity_declaration");
  }

  private static String grandparent(SyntaxTree.Node node) {
    SyntaxTree.Node chain = node.parent();
    return chain == null || chain.parent() == null ? "" : chain.parent().kind();
  }

  /** Returns whether the leftmost value of a type, or of a part of it, is not its first one. */
  private boolean startsElsewhere(SyntaxTree.Node type) {
    return switch (shape(type)) {
      case "integer" -> left(type).map(left -> !left.strip().equals("0")).orElse(true);
      case "enumeration" -> isShortened(type);
      case "array" -> element(type).filter(this::startsElsewhere).isPresent();
      case "record" ->
          fields(type).stream()
              .anyMatch(field -> tree.of(field, "type").filter(this::startsElsewhere).isPresent());
      default -> false;
    };
  }

  private static String shape(SyntaxTree.Node type) {
    return type.kind().replaceFirst("_(type|subtype)_definition$", "");
  }

  /** Returns whether an enumeration begins at another literal than its type. */
  private boolean isShortened(SyntaxTree.Node type) {
    return literal(type)
        .filter(first -> !first.attribute("enum_pos").strip().equals("0"))
        .isPresent();
  }

  private Optional<SyntaxTree.Node> literal(SyntaxTree.Node type) {
    return tree.of(type, "range_constraint")
        .flatMap(range -> tree.of(range, "left_limit"))
        .flatMap(
            left ->
                left.kind().equals("enumeration_literal")
                    ? Optional.of(left)
                    : tree.of(left, "named_entity"));
  }

  private Optional<String> left(SyntaxTree.Node type) {
    return tree.of(type, "range_constraint")
        .flatMap(range -> tree.of(range, "left_limit"))
        .map(left -> left.attribute("value").strip())
        .filter(value -> value.matches("-?\\d+"));
  }

  private Optional<SyntaxTree.Node> element(SyntaxTree.Node type) {
    return tree.of(type, "element_subtype")
        .or(() -> tree.of(type, "parent_type").flatMap(this::element));
  }

  private List<SyntaxTree.Node> fields(SyntaxTree.Node type) {
    return type.child("elements_declaration_list")
        .map(SyntaxTree.Node::children)
        .orElseGet(() -> tree.of(type, "parent_type").map(this::fields).orElse(List.of()));
  }

  /** The value of a part of an object; nothing if it cannot be written. */
  private Optional<String> value(SyntaxTree.Node type) {
    return switch (shape(type)) {
      case "integer" -> left(type).map(left -> left.startsWith("-") ? least(left) : left);
      case "enumeration" -> enumerated(type);
      case "array" ->
          element(type)
              .flatMap(this::value)
              .map(one -> "(others => ".repeat(dimensions(type)) + one)
              .map(text -> text + ")".repeat(dimensions(type)));
      case "record" -> record(type);
      default -> Optional.empty();
    };
  }

  /** A negative number; the least integer has no literal. */
  private static String least(String number) {
    return number.equals(String.valueOf(Integer.MIN_VALUE)) ? "integer'low" : "(" + number + ")";
  }

  private Optional<String> enumerated(SyntaxTree.Node type) {
    String name = literal(type).map(first -> first.attribute("identifier")).orElse("");
    if (name.isEmpty()) {
      return tree.of(type, "enumeration_literal_list")
          .filter(list -> !list.children().isEmpty())
          .map(list -> list.children().getFirst().attribute("identifier"));
    }
    // What is unknown at the start is 0.
    return Optional.of(name.equals("'U'") ? "'0'" : name);
  }

  private int dimensions(SyntaxTree.Node type) {
    return type.child("index_subtype_list")
        .or(() -> type.child("index_constraint_list"))
        .or(() -> type.child("index_subtype_definition_list"))
        .map(list -> Math.max(1, list.children().size()))
        .orElse(1);
  }

  private Optional<String> record(SyntaxTree.Node type) {
    List<String> parts = new ArrayList<>();
    for (SyntaxTree.Node field : fields(type)) {
      Optional<String> value = tree.of(field, "type").flatMap(this::value);
      if (value.isEmpty()) {
        return value;
      }
      parts.add(field.attribute("identifier") + " => " + value.get());
    }
    return Optional.of(parts.stream().collect(Collectors.joining(", ", "(", ")")));
  }

  /** The value of an object, with the words of its declaration if they are simple. */
  private Optional<String> value(SyntaxTree.Node type, String declaration) {
    boolean scalar = Set.of("integer", "enumeration").contains(shape(type));
    Optional<String> number = shape(type).equals("integer") ? value(type) : Optional.empty();
    if (!scalar || number.isPresent()) {
      return scalar ? number : value(type);
    }
    Matcher range = RANGE.matcher(declaration);
    if (range.find()) {
      return Optional.of("(" + range.group(1) + ")");
    }
    Matcher mark = MARK.matcher(declaration);
    return !declaration.toLowerCase(Locale.ROOT).contains("range") && mark.find()
        ? Optional.of(mark.group(1) + "'left")
        : Optional.empty();
  }

  /**
   * The files with these values, by name, with the same line numbers.
   *
   * @param texts the contents of the files
   */
  Map<String, String> rewrite(Map<String, String> texts) {
    Map<String, TreeMap<Integer, String>> insertions = new HashMap<>();
    for (SyntaxTree.Node object : objects) {
      String file = object.attribute("file");
      VhdlText text = new VhdlText(texts.getOrDefault(file, ""));
      int from = text.offset(object);
      int to = text.end(from);
      SyntaxTree.Node type = tree.of(object, "type").orElse(object);
      if (to > from) {
        String words = text.blanked().substring(from, to);
        if (!words.contains(":=")) {
          value(type, words)
              .ifPresent(
                  value ->
                      insertions
                          .computeIfAbsent(file, f -> new TreeMap<>(Comparator.reverseOrder()))
                          .put(to, " := " + value));
        }
      }
    }
    Map<String, String> rewritten = new LinkedHashMap<>();
    insertions.forEach(
        (file, into) -> {
          StringBuilder text = new StringBuilder(texts.getOrDefault(file, ""));
          into.forEach(text::insert);
          rewritten.put(file, text.toString());
        });
    return rewritten;
  }
}
