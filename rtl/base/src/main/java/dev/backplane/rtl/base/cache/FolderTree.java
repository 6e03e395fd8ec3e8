package dev.backplane.rtl.base.cache;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Operations on whole folders. */
public final class FolderTree {
  private FolderTree() {}

  /** Deletes a folder and its content; files that cannot be deleted are logged and stay. */
  public static void delete(Path folder) {
    try (Stream<Path> tree = Files.walk(folder)) {
      List<Path> deepestFirst = tree.sorted(Comparator.reverseOrder()).toList();
      for (Path entry : deepestFirst) {
        Files.deleteIfExists(entry);
      }
    } catch (IOException | UncheckedIOException e) {
      System.getLogger(FolderTree.class.getName())
          .log(System.Logger.Level.DEBUG, "folder " + folder + " stays", e);
    }
  }

  /** {@return the total size of the files in a folder; 0 if it is being deleted} */
  static long size(Path folder) {
    try (Stream<Path> tree = Files.walk(folder)) {
      long sum = 0;
      for (Path entry : tree.filter(Files::isRegularFile).toList()) {
        sum += Files.size(entry);
      }
      return sum;
    } catch (IOException | UncheckedIOException e) {
      return 0;
    }
  }
}
