package dev.backplane.api;

import dev.backplane.api.binary.BinarySelection;
import dev.backplane.api.binary.BinaryTargets;
import dev.backplane.api.binary.DeviceBinary;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The ability to make programs of images. */
public interface Images extends Facet {
  /** {@return what images the device takes} */
  Set<ImageFormat> formats();

  /**
   * {@return how many programs the device has beside each other} A card has one slot: another image
   * takes the place of the one before. {@link Integer#MAX_VALUE} where memory alone is the limit.
   */
  int slots();

  /**
   * Loads an image, which is compiled before if it has to be. Of a container, the binary is taken
   * that fits best.
   *
   * <p>Where there is one {@linkplain #slots slot}, the program before and its kernels are closed.
   * An image with the uuid of the one that is loaded is only verified there: the program stays the
   * one that it is, kernels included, unless {@link LoadOption#FORCE} is given. An image that is
   * refused, for whatever reason, leaves the one before in place. Where there are more slots, each
   * load gives another program.
   *
   * @param image what to load; its name is for messages alone
   * @param options how
   * @return the program; the caller closes it
   * @throws BackplaneException an {@code IMAGE_} code if it cannot be loaded; {@link
   *     ErrorCode#NOT_SUPPORTED} for a format that the device does not take, naming those that it
   *     takes; {@link ErrorCode#BUILD_FAILED} with the compiler's log, its file and lines included;
   *     {@link ErrorCode#IN_USE} while a run is in flight in the only slot or somebody holds its
   *     image, naming who
   */
  Program load(Image image, LoadOption... options);

  /** {@return the program that was loaded last of those that are open, if there is one} */
  Optional<Program> loaded();

  /** {@return which device binaries of a container the device takes} */
  BinaryTargets targets();

  /**
   * Selects the binary that {@link #load} takes of a container.
   *
   * @param binaries the choice
   * @return the index of the one that fits best
   * @throws BackplaneException {@link ErrorCode#IMAGE_PLATFORM_MISMATCH} if none fits, naming what
   *     there is and what the device takes
   */
  default int select(List<DeviceBinary> binaries) {
    return BinarySelection.select(binaries, targets());
  }
}
