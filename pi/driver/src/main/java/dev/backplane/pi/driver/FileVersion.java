package dev.backplane.pi.driver;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The version of the interface that the name of a plugin's file says: {@code libpi_x-15.49.so}. So
 * a plugin that does not fit is refused before it is loaded.
 */
final class FileVersion {
  private static final Pattern NAME = Pattern.compile(".*-([0-9]+\\.[0-9]+)\\.so(?:\\.[0-9]+)*");

  private FileVersion() {}

  /**
   * Reads the version in a name.
   *
   * @param library the path or name of a library
   * @return the version, or empty if the name says none
   * @throws BackplaneException {@link ErrorCode#API_VERSION_MISMATCH} if it is none that is known
   */
  static Optional<InterfaceVersion> of(String library) {
    Matcher name = NAME.matcher(library);
    if (!name.matches()) {
      return Optional.empty();
    }
    Optional<InterfaceVersion> version = InterfaceVersion.parse(name.group(1));
    if (version.flatMap(SlotList::of).isEmpty()) {
      throw BackplaneException.because(
              ErrorCode.API_VERSION_MISMATCH,
              "the name of the file says version %s of the interface; known are %s"
                  .formatted(name.group(1), SlotList.known()))
          .during("find plugin")
          .on(library)
          .remedy("Install a plugin of a known version")
          .build();
    }
    return version;
  }
}
