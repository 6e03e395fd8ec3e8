package dev.backplane.rtl.frontends.verilator;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.xclbin.RegularFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The texts of the sources: for locations in messages, and for information that Verilator's tree
 * does not have: the package of a function, the kind of a jump, whether a case is unique.
 */
final class SourceTexts {
  /** The number of lines before a location that are searched for the parts of a name. */
  private static final int LINES_BEFORE = 5;

  private static final Set<String> JOINT = Set.of("::", ".");

  private static final Pattern GENERATE_LOOP =
      Pattern.compile("for\\s*\\(\\s*(?:genvar\\s+)?([A-Za-z_][\\w$]*)\\s*=");

  private static final Pattern NEGATION = Pattern.compile("if\\s*\\(\\s*[!~]\\s*");

  private static final Pattern COMMENT = Pattern.compile("//[^\\n]*+|/\\*(?:[^*]|\\*(?!/))*+\\*/");

  private final Path work;
  private final Map<String, String> files;
  private final UnaryOperator<String> originalNames;
  private final Map<String, List<String>> lines = new HashMap<>();

  /**
   * Creates the texts.
   *
   * @param work the folder to which names of files are relative
   * @param files the names by Verilator's letters
   * @param originalNames replaces names of copies in a text by the names that the user gave
   */
  SourceTexts(Path work, Map<String, String> files, UnaryOperator<String> originalNames) {
    this.work = work;
    this.files = Map.copyOf(files);
    this.originalNames = originalNames;
  }

  /** File and line as the prefix of a message, or nothing. */
  String prefix(SourceLocation location) {
    String file = files.get(location.file());
    return file == null || location.line() == 0 || file.startsWith("<")
        ? ""
        : originalNames.apply(file + ":" + location.line() + ": ");
  }

  /** The name of the file, without its folder, and the line. */
  String fileAndLine(SourceLocation location) {
    String file = originalNames.apply(files.getOrDefault(location.file(), "?"));
    return file.substring(file.lastIndexOf('/') + 1) + ":" + location.line();
  }

  /** The name of the file, as the user gave it, and the line. */
  String wholeFileAndLine(SourceLocation location) {
    return originalNames.apply(files.getOrDefault(location.file(), "?") + ":" + location.line());
  }

  /** File, line and column in the form of Verilator's messages. */
  String key(SourceLocation location) {
    return files.getOrDefault(location.file(), "")
        + ":"
        + location.line()
        + ":"
        + location.column();
  }

  RtlException error(RtlError error, SourceLocation location, String problem) {
    return new RtlException(error, prefix(location) + problem);
  }

  RtlException unsupported(SourceLocation location, String problem) {
    return error(RtlError.SOURCE_UNSUPPORTED, location, problem);
  }

  /**
   * The text before a location, without comments: of its line, and of some lines above if the line
   * begins with the location or with a separator of names.
   */
  String textBefore(SourceLocation location) {
    String line = line(location, 0);
    String own = line.substring(0, Math.min(line.length(), Math.max(0, location.column() - 1)));
    if (!own.isBlank() && !JOINT.contains(own.strip())) {
      return own.contains("/*") ? COMMENT.matcher(own).replaceAll(" ") : own;
    }
    return linesBefore(location);
  }

  /** The text before a location in its line and some lines above, without comments. */
  String linesBefore(SourceLocation location) {
    StringBuilder text = new StringBuilder();
    for (int further = -LINES_BEFORE; further < 0; further++) {
      text.append(line(location, further)).append('\n');
    }
    String line = line(location, 0);
    text.append(line, 0, Math.min(line.length(), Math.max(0, location.column() - 1)));
    return COMMENT.matcher(text).replaceAll(" ");
  }

  /** The text from a location to the end of the next line. */
  String textFrom(SourceLocation location) {
    String line = line(location, 0);
    return line.substring(Math.min(line.length(), Math.max(0, location.column() - 1)))
        + " "
        + line(location, 1);
  }

  /**
   * Tells whether the condition of an {@code if} is a negation as a whole: {@code if (!(a && b))}.
   */
  boolean isNegation(SourceLocation location) {
    String text = textFrom(location);
    Matcher start = NEGATION.matcher(text);
    if (!start.lookingAt()) {
      return false;
    }
    int at = start.end();
    boolean grouped = text.startsWith("(", at);
    for (int depth = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == '(' || c == '[') {
        depth++;
      } else if (c == ')' || c == ']') {
        depth--;
        if (depth < 0) {
          return true;
        }
        if (grouped && depth == 0) {
          return text.substring(at + 1).stripLeading().startsWith(")");
        }
      } else if (depth == 0 && !Character.isJavaIdentifierPart(c) && c != '.' && c != ' ') {
        return false;
      }
    }
    return false;
  }

  /** The genvar of the generate loop at a location, empty if there is none. */
  String genvar(SourceLocation location) {
    Matcher loop = GENERATE_LOOP.matcher(textFrom(location));
    return loop.lookingAt() ? loop.group(1) : "";
  }

  /** The folder of the file of a location, in the work folder. */
  Path folder(SourceLocation location) {
    Path parent = work.resolve(files.getOrDefault(location.file(), "x")).getParent();
    return parent == null ? work : parent;
  }

  Path work() {
    return work;
  }

  /** The line of a location, empty if it is not known. */
  String line(SourceLocation location) {
    return line(location, 0);
  }

  private String line(SourceLocation location, int further) {
    @Nullable String file = files.get(location.file());
    if (file == null || file.startsWith("<")) {
      return "";
    }
    List<String> text = lines.computeIfAbsent(file, this::read);
    int index = location.line() - 1 + further;
    return index >= 0 && index < text.size() ? text.get(index) : "";
  }

  /**
   * Goes through all lines, without comments.
   *
   * @param line takes file and line, as the user gave the name, and the text
   */
  void forEachLine(BiConsumer<String, String> line) {
    for (String file : new TreeSet<>(files.values())) {
      if (file.startsWith("<")) {
        continue;
      }
      String text = String.join("\n", lines.computeIfAbsent(file, this::read));
      String code =
          COMMENT
              .matcher(text)
              .replaceAll(comment -> " " + comment.group().replaceAll("[^\\n]", ""));
      int number = 0;
      for (String one : code.split("\n", -1)) {
        number++;
        line.accept(originalNames.apply(file + ":" + number), one);
      }
    }
  }

  private List<String> read(String file) {
    Path path = work.resolve(file);
    if (!Files.isRegularFile(path)) {
      return List.of();
    }
    try {
      return List.of(RegularFile.latin1(path).split("\\r?\\n", -1));
    } catch (IOException e) {
      throw new RtlException(RtlError.SOURCE_INVALID, "'" + file + "' cannot be read: " + e, e);
    }
  }
}
