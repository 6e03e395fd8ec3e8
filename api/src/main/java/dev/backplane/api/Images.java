package dev.backplane.api;

import java.util.Optional;

/** The ability to be loaded with images. */
public interface Images extends Facet {
  /**
   * Loads an image in place of the one loaded before, whose programs and kernels are closed by it.
   * An image with the uuid of the one that is loaded is only verified: the program stays the one
   * that it is, kernels included, unless {@link LoadOption#FORCE} is given. An image that is
   * refused, for whatever reason, leaves the one before in place.
   *
   * @param image what to load; only its bytes are looked at
   * @param options how
   * @return the loaded program
   * @throws BackplaneException an {@code IMAGE_} code if it cannot be loaded; {@link
   *     ErrorCode#IN_USE} while a run is in flight or somebody holds the image, naming who
   */
  Program load(Image image, LoadOption... options);

  /** {@return the program loaded last, if there is one} */
  Optional<Program> loaded();
}
