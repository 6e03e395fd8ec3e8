package dev.backplane.driverkit;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.ImageFormat;
import java.util.Set;
import java.util.TreeSet;

/** Refuses images of formats that a device does not take. */
public final class ImageFormats {
  private ImageFormats() {}

  /**
   * Checks an image before it is looked at.
   *
   * @param operation what is done with it, for messages
   * @param image the image
   * @param taken the formats that the device takes
   * @throws BackplaneException {@link ErrorCode#IMAGE_INVALID} if nobody knows its format; {@link
   *     ErrorCode#NOT_SUPPORTED} if the device does not take it
   */
  public static void check(String operation, Image image, Set<ImageFormat> taken) {
    if (taken.contains(image.format())) {
      return;
    }
    boolean unknown = image.format() == ImageFormat.UNKNOWN;
    throw BackplaneException.because(
            unknown ? ErrorCode.IMAGE_INVALID : ErrorCode.NOT_SUPPORTED,
            (unknown ? "its first bytes tell no format" : "it is of the format " + image.format())
                + "; the device takes "
                + new TreeSet<>(taken))
        .during(operation)
        .on("image " + image.name())
        .remedy(
            unknown
                ? "Give it whole, or say its format: Image.source, or Image.of with a format"
                : "Give it in one of these formats, or use another device")
        .build();
  }
}
