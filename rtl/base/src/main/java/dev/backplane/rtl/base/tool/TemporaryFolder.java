package dev.backplane.rtl.base.tool;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A temporary folder that is deleted by close, and also when the JVM exits. */
public final class TemporaryFolder implements AutoCloseable {
  private final Path path;
  private final Thread atExit;

  private TemporaryFolder(Path path) {
    this.path = path;
    this.atExit = new Thread(this::delete, "backplane-delete-" + path.getFileName());
  }

  public static TemporaryFolder create() {
    try {
      TemporaryFolder folder = new TemporaryFolder(Files.createTempDirectory("backplane-"));
      Runtime.getRuntime().addShutdownHook(folder.atExit);
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException("no temporary folder can be made", e);
    }
  }

  public Path path() {
    return path;
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      return; // the JVM is exiting: the hook deletes it
    }
    delete();
  }

  private void delete() {
    try (Stream<Path> tree = Files.walk(path)) {
      List<Path> deepestFirst = tree.sorted(Comparator.reverseOrder()).toList();
      for (Path entry : deepestFirst) {
        Files.deleteIfExists(entry);
      }
    } catch (IOException | UncheckedIOException e) {
      System.getLogger(TemporaryFolder.class.getName())
          .log(System.Logger.Level.WARNING, "temporary folder " + path + " stays", e);
    }
  }
}
