package dev.backplane.rtl.frontend.verilator;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The sources as text: for places in messages, and for the few words that Verilator's tree leaves
 * out: which package a function is of, which jump is meant, whether a case is unique.
 */
final class SourceTexts {
  /** Names and what belongs to them are rarely further apart. */
  private static final int LINES_BEFORE = 5;

  private static final Set<String> JOINT = Set.of("::", ".");

  private static final Pattern GENERATE_LOOP =
      Pattern.compile("for\\s*\\(\\s*(?:genvar\\s+)?([A-Za-z_][\\w$]*)\\s*=");

  private static final Pattern COMMENT = Pattern.compile("//[^\\n]*+|/\\*(?:[^*]|\\*(?!/))*+\\*/");

  private final Path work;
  private final Map<String, String> files;
  private final UnaryOperator<String> shown;
  private final Map<String, List<String>> lines = new HashMap<>();

  /**
   * Texts.
   *
   * @param work the folder that names of files are relative to
   * @param files names by Verilator's letters
   * @param shown puts the names that the user gave into a text
   */
  SourceTexts(Path work, Map<String, String> files, UnaryOperator<String> shown) {
    this.work = work;
    this.files = Map.copyOf(files);
    this.shown = shown;
  }

  static SourceTexts of(Element root, Path work, UnaryOperator<String> shown) {
    Map<String, String> files = new HashMap<>();
    for (Element list : root.children("files")) {
      list.children("file").forEach(file -> files.put(file.get("id"), file.get("filename")));
    }
    return new SourceTexts(work, files, shown);
  }

  /** File and line with a colon and space behind, or nothing. */
  String where(Place place) {
    String file = files.get(place.file());
    return file == null || place.line() == 0 || file.startsWith("<")
        ? ""
        : shown.apply(file + ":" + place.line() + ": ");
  }

  /** File, line and column as Verilator's messages have them. */
  String key(Place place) {
    return files.getOrDefault(place.file(), "") + ":" + place.line() + ":" + place.column();
  }

  RtlException refused(RtlError error, Place place, String problem) {
    return new RtlException(error, where(place) + problem);
  }

  RtlException unsupported(Place place, String problem) {
    return refused(RtlError.SOURCE_UNSUPPORTED, place, problem);
  }

  /**
   * The text before a place without comments: of its line, and of some above where the line begins
   * with the place or with what joins names.
   */
  String before(Place place) {
    String line = line(place, 0);
    String own = line.substring(0, Math.min(line.length(), Math.max(0, place.column() - 1)));
    if (!own.isBlank() && !JOINT.contains(own.strip())) {
      return own.contains("/*") ? COMMENT.matcher(own).replaceAll(" ") : own;
    }
    StringBuilder text = new StringBuilder();
    for (int further = -LINES_BEFORE; further < 0; further++) {
      text.append(line(place, further)).append('\n');
    }
    return COMMENT.matcher(text.append(own)).replaceAll(" ");
  }

  /** The text from a place to the end of the next line. */
  String from(Place place) {
    String line = line(place, 0);
    return line.substring(Math.min(line.length(), Math.max(0, place.column() - 1)))
        + " "
        + line(place, 1);
  }

  /** The genvar of the generate loop at a place, empty if none is there. */
  String genvar(Place place) {
    Matcher loop = GENERATE_LOOP.matcher(from(place));
    return loop.lookingAt() ? loop.group(1) : "";
  }

  /** The folder of the file, in the work folder. */
  Path folder(Place place) {
    Path parent = work.resolve(files.getOrDefault(place.file(), "x")).getParent();
    return parent == null ? work : parent;
  }

  Path work() {
    return work;
  }

  private String line(Place place, int further) {
    @Nullable String file = files.get(place.file());
    if (file == null || file.startsWith("<")) {
      return "";
    }
    List<String> text = lines.computeIfAbsent(file, this::read);
    int index = place.line() - 1 + further;
    return index >= 0 && index < text.size() ? text.get(index) : "";
  }

  private List<String> read(String file) {
    Path path = work.resolve(file);
    if (!Files.isRegularFile(path)) {
      return List.of();
    }
    try {
      return List.of(Files.readString(path, StandardCharsets.ISO_8859_1).split("\\r?\\n", -1));
    } catch (IOException e) {
      throw new RtlException(RtlError.SOURCE_INVALID, "'" + file + "' cannot be read: " + e, e);
    }
  }
}
