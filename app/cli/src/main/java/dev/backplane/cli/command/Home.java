package dev.backplane.cli.command;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The checkout or installation that the command runs from, which has the examples.
 *
 * @param folder its folder
 */
public record Home(Path folder) {
  /** The launcher sets both. */
  private static final String PROPERTY = "backplane.home";

  private static final String DISTRIBUTION = "backplane.distribution";

  public static Optional<Home> find() {
    String named = System.getProperty(PROPERTY, "");
    return named.isEmpty() ? Optional.empty() : Optional.of(new Home(Path.of(named).normalize()));
  }

  /** {@return the folder with the jars of the command, and what makes it start faster} */
  public static Optional<Path> distribution() {
    String named = System.getProperty(DISTRIBUTION, "");
    return named.isEmpty() ? Optional.empty() : Optional.of(Path.of(named));
  }

  public Path file(String relative) {
    return folder.resolve(relative);
  }

  /** {@return a file that must be there} */
  public static Path require(String relative) {
    Path file =
        find()
            .map(home -> home.file(relative))
            .orElseThrow(
                () ->
                    BackplaneException.because(
                            ErrorCode.FILE_UNREADABLE,
                            "it is not known where Backplane's files are: -D"
                                + PROPERTY
                                + " is not set")
                        .during("find")
                        .on(relative)
                        .remedy("Start it with the script 'backplane'")
                        .build());
    if (!Files.isReadable(file)) {
      throw BackplaneException.because(ErrorCode.FILE_UNREADABLE, "no such file")
          .during("find")
          .on(file.toString())
          .remedy("Get a complete checkout of Backplane, or install it again")
          .build();
    }
    return file;
  }
}
