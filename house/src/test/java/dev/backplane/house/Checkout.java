package dev.backplane.house;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** The files that the rules look at. */
final class Checkout {
  static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private static final Set<String> NOT_OURS =
      Set.of("target", ".git", "node_modules", ".idea", "downloads");

  private Checkout() {}

  /** {@return files by their path from the root, sorted, without what is built or fetched} */
  static List<Path> files(Predicate<String> wanted) {
    List<Path> found = new ArrayList<>();
    try {
      Files.walkFileTree(
          ROOT,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
              return NOT_OURS.contains(String.valueOf(folder.getFileName()))
                  ? FileVisitResult.SKIP_SUBTREE
                  : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              if (wanted.test(ROOT.relativize(file).toString())) {
                found.add(file);
              }
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    found.sort(null);
    return found;
  }

  /** {@return the file of a name in the build folders of all modules} */
  static List<Path> built(String name) {
    return files(each -> each.endsWith("/pom.xml")).stream()
        .map(pom -> pom.resolveSibling("target").resolve(name))
        .filter(Files::exists)
        .toList();
  }

  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(file.toString(), e);
    }
  }

  static String name(Path file) {
    return ROOT.relativize(file).toString();
  }
}
