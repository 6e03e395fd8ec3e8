package dev.backplane.api;

import java.util.Optional;

/** The ability to be loaded with images. */
public interface Images extends Facet {
  /**
   * Loads an image in place of the one loaded before, whose programs and kernels are closed by it.
   *
   * @param image what to load; only its bytes are looked at
   * @return the loaded program
   * @throws BackplaneException an {@code IMAGE_} code if it cannot be loaded; {@link
   *     ErrorCode#IN_USE} while a run is in flight
   */
  Program load(Image image);

  /** {@return the program loaded last, if there is one} */
  Optional<Program> loaded();
}
