package dev.backplane.rtl.base.cache;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The list of the files of a cache entry, with a digest of each. */
final class EntryDigests {
  /** Written last: an entry without it is incomplete. Its time is that of the last use. */
  static final String FILE = "entry.txt";

  private static final String END = "end";

  private EntryDigests() {}

  /** Writes the list of the files in a folder. */
  static void write(Path folder) throws IOException {
    StringBuilder text = new StringBuilder();
    found(folder).forEach((name, digest) -> text.append(digest).append(' ').append(name + "\n"));
    Files.writeString(folder.resolve(FILE), text.append(END + "\n"));
  }

  /**
   * Checks the files of an entry.
   *
   * @throws IOException if it is damaged or not there
   */
  static void check(Path folder) throws IOException {
    List<String> lines = Files.readAllLines(folder.resolve(FILE));
    if (lines.isEmpty() || !lines.getLast().equals(END)) {
      throw new IOException(folder + " has a list of files that is cut off");
    }
    Map<String, String> listed = new TreeMap<>();
    for (String line : lines.subList(0, lines.size() - 1)) {
      int space = line.indexOf(' ');
      if (space < 0) {
        throw new IOException(folder + " has a line '" + line + "'");
      }
      listed.put(line.substring(space + 1), line.substring(0, space));
    }
    if (!found(folder).equals(listed)) {
      throw new IOException(folder + " has other files than were put there");
    }
  }

  private static Map<String, String> found(Path folder) throws IOException {
    Map<String, String> digests = new TreeMap<>();
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            String name = folder.relativize(file).toString();
            if (!name.equals(FILE)) {
              digests.put(name, ContentDigest.of(Files.readAllBytes(file)));
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return digests;
  }
}
