package dev.backplane.cli.command;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The search of a program in the folders of {@code PATH}, as a shell does it. */
public final class SearchPath {
  private SearchPath() {}

  /**
   * Searches a program.
   *
   * @param name its name
   * @param path the folders, as {@code PATH} has them; an empty one is no folder
   * @return the first file of that name that can be executed
   */
  public static Optional<Path> find(String name, String path) {
    for (String folder : path.split(File.pathSeparator, -1)) {
      if (!folder.isEmpty()) {
        Path program = Path.of(folder).resolve(name);
        if (Files.isRegularFile(program) && Files.isExecutable(program)) {
          return Optional.of(program);
        }
      }
    }
    return Optional.empty();
  }
}
