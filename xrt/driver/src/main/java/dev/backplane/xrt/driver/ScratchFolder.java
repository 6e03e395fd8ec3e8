package dev.backplane.xrt.driver;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * A folder for the files that the library wants, as long as the process lives.
 *
 * @param folder where it is
 */
record ScratchFolder(Path folder) {

  /** Makes one that goes when the process ends, after all that is open was closed. */
  static ScratchFolder make() throws IOException {
    ScratchFolder made = new ScratchFolder(Files.createTempDirectory("backplane-xrt-"));
    ExitCleanup.atExit(made::delete);
    return made;
  }

  Path subfolder(String name) throws IOException {
    return Files.createDirectories(folder.resolve(name));
  }

  private void delete() {
    try {
      Files.walkFileTree(
          folder,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
              Files.deleteIfExists(file);
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException problem)
                throws IOException {
              Files.deleteIfExists(directory);
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      System.getLogger(ScratchFolder.class.getName())
          .log(System.Logger.Level.DEBUG, "removing " + folder, e);
    }
  }
}
