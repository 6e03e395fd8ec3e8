package dev.backplane.rtl.frontends.vhdl;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.xclbin.RegularFile;
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

/** The VHDL files for GHDL, and the names that the user gave to them. */
final class VhdlSources {
  private static final Pattern PLACE = Pattern.compile("(.+):(\\d+):(\\d+)");

  private final Path folder;
  private final Map<String, String> originalNames = new HashMap<>();
  private int rewritten;

  /**
   * Creates the list of files.
   *
   * @param files the files, as given by the user
   * @param folder the folder for rewritten files
   */
  VhdlSources(List<Path> files, Path folder) {
    this.folder = folder;
    files.forEach(file -> originalNames.put(absoluteName(file), file.toString()));
  }

  /** The name of a file in GHDL's command line. */
  static String absoluteName(Path file) {
    return file.toAbsolutePath().normalize().toString();
  }

  /** The names that the user gave to the files, by their absolute names. */
  Map<String, String> original() {
    return originalNames;
  }

  /** The contents of files, by their absolute names. */
  static Map<String, String> of(List<Path> files) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (Path file : files) {
      try {
        texts.put(absoluteName(file), RegularFile.latin1(file));
      } catch (IOException e) {
        throw new RtlException(RtlError.SOURCE_INVALID, "'" + file + "' cannot be read: " + e, e);
      }
    }
    return texts;
  }

  /**
   * Replaces some files by rewritten ones.
   *
   * @param files all files
   * @param instead the texts of rewritten files, by the absolute names of the originals
   */
  List<Path> replace(List<Path> files, Map<String, String> instead) throws IOException {
    List<Path> replaced = new ArrayList<>();
    for (Path file : files) {
      String text = instead.get(absoluteName(file));
      if (text == null) {
        replaced.add(file);
      } else {
        replaced.add(copy(file, text));
      }
    }
    return replaced;
  }

  /** Writes a text that errors place in a file. */
  Path copy(Path file, String text) throws IOException {
    Path other = Files.createDirectories(folder.resolve(String.valueOf(rewritten++)));
    other = other.resolve(String.valueOf(file.getFileName()));
    Files.writeString(other, text, StandardCharsets.ISO_8859_1);
    originalNames.put(
        absoluteName(other), originalNames.getOrDefault(absoluteName(file), file.toString()));
    return other;
  }

  /** A location with the file name that the user gave. */
  String original(String place) {
    Matcher parts = PLACE.matcher(place);
    return parts.matches()
        ? originalNames.getOrDefault(parts.group(1), parts.group(1)) + ":" + parts.group(2)
        : place;
  }
}
