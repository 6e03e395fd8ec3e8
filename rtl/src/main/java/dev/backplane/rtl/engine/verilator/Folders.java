package dev.backplane.rtl.engine.verilator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Folders that are made and go again. */
final class Folders {
  private Folders() {}

  /** Deletes a folder with what is in it; what cannot be deleted is logged and stays. */
  static void delete(Path folder) {
    try (Stream<Path> tree = Files.walk(folder)) {
      List<Path> deepestFirst = tree.sorted(Comparator.reverseOrder()).toList();
      for (Path entry : deepestFirst) {
        Files.deleteIfExists(entry);
      }
    } catch (IOException | UncheckedIOException e) {
      System.getLogger(Folders.class.getName())
          .log(System.Logger.Level.DEBUG, "folder " + folder + " stays", e);
    }
  }

  /** {@return how many bytes the files in a folder have; 0 if it is being deleted} */
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
