package dev.backplane.pi.opencl.icd;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * An ICD file: its first line names a library. Line ends of any system, blanks around the name and
 * empty lines before it are forgiven.
 *
 * @param library the name, empty if the file gives none
 * @param problem what is wrong, empty if nothing is
 */
record IcdFile(String library, String problem) {
  /** A path of any system is shorter; what is longer is another kind of file. */
  private static final int LONGEST = 8192;

  static IcdFile read(Path file) {
    try {
      if (Files.isDirectory(file)) {
        return bad("is a directory, not a file");
      }
      if (!Files.exists(file)) {
        return bad(
            Files.isSymbolicLink(file) ? "points to a file that is not there" : "is not there");
      }
      if (!Files.isRegularFile(file)) {
        return bad("is no regular file");
      }
      if (Files.size(file) > LONGEST) {
        return bad("has " + Files.size(file) + " bytes, too many for a file that names a library");
      }
      return of(Files.readString(file, StandardCharsets.ISO_8859_1));
    } catch (AccessDeniedException e) {
      return bad("cannot be read: permission denied");
    } catch (IOException e) {
      return bad("cannot be read: " + e.getMessage());
    }
  }

  /** Reads the content, whose bytes are characters here so that none is refused before its time. */
  private static IcdFile of(String bytes) {
    String name =
        bytes.lines().map(String::strip).filter(line -> !line.isEmpty()).findFirst().orElse("");
    if (name.isEmpty()) {
      return bad("is empty, so it names no library");
    }
    if (name.chars().anyMatch(c -> c < ' ')) {
      return bad("is no text");
    }
    return new IcdFile(
        new String(name.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8), "");
  }

  private static IcdFile bad(String problem) {
    return new IcdFile("", problem);
  }
}
