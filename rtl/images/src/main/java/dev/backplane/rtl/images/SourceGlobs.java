package dev.backplane.rtl.images;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Expands names of sources to files: a name may be a file, a folder (all sources directly in it) or
 * a pattern with {@code *} and {@code ?} in its last part. The files of a folder or a pattern are
 * sorted, with package files first.
 */
final class SourceGlobs {
  private static final Set<String> SUFFIXES = Set.of("v", "sv", "vhd", "vhdl");
  private static final int MAX_FILES = 10_000;

  private SourceGlobs() {}

  /** Expands names relative to a folder; each file occurs once, in the order of the names. */
  static List<Path> expand(Path folder, List<String> names) {
    Set<Path> files = new LinkedHashSet<>();
    for (String name : names) {
      Path path = folder.resolve(name);
      Path last = path.getFileName();
      if (Files.isDirectory(path)) {
        files.addAll(expandOne(path, "*", name));
      } else if (last != null && last.toString().matches(".*[*?].*") && !Files.exists(path)) {
        Path parent = path.getParent();
        files.addAll(expandOne(parent == null ? Path.of("") : parent, last.toString(), name));
      } else {
        files.add(path);
      }
    }
    return List.copyOf(files);
  }

  static boolean isSource(Path file) {
    return SUFFIXES.contains(suffix(file));
  }

  static String suffix(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
  }

  private static List<Path> expandOne(Path folder, String pattern, String name) {
    PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + pattern);
    List<Path> found = new ArrayList<>();
    try (Stream<Path> entries = Files.list(folder)) {
      entries
          .limit(MAX_FILES)
          .filter(entry -> isSource(entry) && Files.isRegularFile(entry))
          .filter(entry -> matcher.matches(entry.getFileName()))
          .sorted()
          .forEach(found::add);
    } catch (IOException e) {
      throw new RtlException(
          RtlError.SOURCE_INVALID, "'" + name + "' names a folder that cannot be read: " + e, e);
    }
    if (found.isEmpty()) {
      throw new RtlException(
          RtlError.SOURCE_INVALID,
          "'%s' names no source: there is no .v, .sv, .vhd or .vhdl file like that in %s"
              .formatted(name, folder.toString().isEmpty() ? "the working folder" : folder));
    }
    // A stable sort keeps the order of packages and of the others.
    found.sort(
        java.util.Comparator.comparing(
            file -> !file.toString().matches(".*_(pkg|package)\\.\\w+")));
    return found;
  }
}
