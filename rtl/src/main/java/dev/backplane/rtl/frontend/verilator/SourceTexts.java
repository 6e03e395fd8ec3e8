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
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The sources as text: for places in messages, and for the few words that Verilator's tree leaves
 * out: which package a function is of, which jump is meant, whether a case is unique.
 */
final class SourceTexts {
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

  RtlException refused(RtlError error, Place place, String problem) {
    return new RtlException(error, where(place) + problem);
  }

  RtlException unsupported(Place place, String problem) {
    return refused(RtlError.SOURCE_UNSUPPORTED, place, problem);
  }

  /** The text of the line before a place. */
  String before(Place place) {
    String line = line(place, 0);
    return line.substring(0, Math.min(line.length(), Math.max(0, place.column() - 1)));
  }

  /** The text from a place to the end of the next line. */
  String from(Place place) {
    String line = line(place, 0);
    return line.substring(Math.min(line.length(), Math.max(0, place.column() - 1)))
        + " "
        + line(place, 1);
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
