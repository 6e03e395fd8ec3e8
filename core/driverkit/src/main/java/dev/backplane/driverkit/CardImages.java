package dev.backplane.driverkit;

import dev.backplane.api.Image;
import dev.backplane.api.ImageFormat;
import dev.backplane.api.Images;
import dev.backplane.api.LoadOption;
import dev.backplane.api.Program;
import dev.backplane.api.binary.BinaryContainer;
import dev.backplane.api.binary.BinaryTargets;
import dev.backplane.api.binary.DeviceBinary;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Images of a card as one of its holders loads them: one slot, and one program for the image that
 * is in it, whichever holder loaded it. Safe for several threads.
 *
 * @param <L> what the driver has of an image that is loaded
 */
public abstract class CardImages<L> implements Images {
  private static final Set<ImageFormat> FORMATS = Set.of(ImageFormat.XCLBIN, ImageFormat.CONTAINER);

  private @Nullable L known;
  private @Nullable CardProgram program;

  /** Images of a card. */
  protected CardImages() {}

  /**
   * Loads an image as {@link Images#load} says.
   *
   * @param xclbin the image
   * @param force whether it is loaded even if it is there
   * @return what is loaded then
   */
  protected abstract L place(Image xclbin, boolean force);

  /** {@return what is loaded, null if nothing is} */
  protected abstract @Nullable L placed();

  /** {@return a program for the holder, with its kernels} */
  protected abstract CardProgram open(L loaded);

  @Override
  public final Set<ImageFormat> formats() {
    return FORMATS;
  }

  @Override
  public final int slots() {
    return 1;
  }

  @Override
  public final BinaryTargets targets() {
    return BinaryTargets.CARD;
  }

  @Override
  public final Program load(Image image, LoadOption... options) {
    // Of what tells no format the reader says what is wrong, and where.
    if (image.format() != ImageFormat.UNKNOWN) {
      ImageFormats.check("load", image, FORMATS);
    }
    Image xclbin = image;
    if (image.format() == ImageFormat.CONTAINER) {
      List<DeviceBinary> binaries = BinaryContainer.read(image).binaries();
      xclbin = image.only(binaries.get(select(binaries)));
    }
    return program(place(xclbin, List.of(options).contains(LoadOption.FORCE)), true);
  }

  @Override
  public final Optional<Program> loaded() {
    L now = placed();
    CardProgram last = now == null ? null : program(now, false);
    return last == null || last.isClosed() ? Optional.empty() : Optional.of(last);
  }

  private synchronized CardProgram program(L loaded, boolean open) {
    CardProgram now = program;
    if (now == null || known != loaded || (open && now.isClosed())) {
      now = open(loaded);
      known = loaded;
      program = now;
    }
    return now;
  }
}
