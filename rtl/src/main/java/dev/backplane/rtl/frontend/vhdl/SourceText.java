package dev.backplane.rtl.frontend.vhdl;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The VHDL files as GHDL reads them, and what users call them. */
final class SourceText {
  private static final Pattern PLACE = Pattern.compile("(.+):(\\d+):(\\d+)");

  private final Path folder;
  private final Map<String, String> shown = new HashMap<>();
  private int rewritten;

  /**
   * Files.
   *
   * @param files as they are given
   * @param folder where files go that are read instead of them
   */
  SourceText(List<Path> files, Path folder) {
    this.folder = folder;
    files.forEach(file -> shown.put(absolute(file), file.toString()));
  }

  /** The name of a file as GHDL is told it. */
  static String absolute(Path file) {
    return file.toAbsolutePath().normalize().toString();
  }

  /** What users call the files, by their absolute names. */
  Map<String, String> shown() {
    return shown;
  }

  /** What is in files, by their absolute names. */
  static Map<String, String> of(List<Path> files) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (Path file : files) {
      try {
        texts.put(absolute(file), Files.readString(file, StandardCharsets.ISO_8859_1));
      } catch (IOException e) {
        throw new RtlException(RtlError.SOURCE_INVALID, "'" + file + "' cannot be read: " + e, e);
      }
    }
    return texts;
  }

  /**
   * The files with others instead of some, which are written.
   *
   * @param files all of them
   * @param instead the texts of the others, by the absolute names of those they replace
   */
  List<Path> replace(List<Path> files, Map<String, String> instead) throws IOException {
    List<Path> replaced = new ArrayList<>();
    for (Path file : files) {
      String text = instead.get(absolute(file));
      if (text == null) {
        replaced.add(file);
      } else {
        Path other = Files.createDirectories(folder.resolve(String.valueOf(rewritten++)));
        other = other.resolve(String.valueOf(file.getFileName()));
        Files.writeString(other, text, StandardCharsets.ISO_8859_1);
        shown.put(absolute(other), file.toString());
        replaced.add(other);
      }
    }
    return replaced;
  }

  /** A place with the name that the user gave the file. */
  String shown(String place) {
    Matcher parts = PLACE.matcher(place);
    return parts.matches()
        ? shown.getOrDefault(parts.group(1), parts.group(1)) + ":" + parts.group(2)
        : place;
  }
}
