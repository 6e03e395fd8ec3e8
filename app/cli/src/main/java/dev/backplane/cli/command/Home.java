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
  /** The launcher sets it. */
  private static final String PROPERTY = "backplane.home";

  public static Optional<Home> find() {
    String named = System.getProperty(PROPERTY, "");
    return named.isEmpty() ? Optional.empty() : Optional.of(new Home(Path.of(named).normalize()));
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
          .remedy("Get a complete checkout of Backplane")
          .build();
    }
    return file;
  }
}
