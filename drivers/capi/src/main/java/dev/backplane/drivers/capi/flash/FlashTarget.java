package dev.backplane.drivers.capi.flash;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.capi.AdapterIdentity;

/** The card whose flash is written. */
public interface FlashTarget {
  /** {@return what images have to be for} */
  AdapterIdentity identity();

  /** {@return whether it is off its bus} */
  boolean isRemoved();

  /** Resets it: it comes up with the image that it had. */
  void restart();

  /**
   * Has an image for good, and loses its AFUs.
   *
   * @throws BackplaneException {@link ErrorCode#IMAGE_INVALID} or {@link ErrorCode#FLASH_FAILED};
   *     nothing has changed then
   */
  void install(Image image);

  /** Comes up with the image that was installed. */
  void comeUp();
}
