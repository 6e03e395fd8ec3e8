package dev.backplane.capi.card.flash;

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
   * Has an image for good, and loses its AFUs. Waits until those of the image were made for a
   * trial, also if they are compiled.
   *
   * @throws BackplaneException {@link ErrorCode#IMAGE_INVALID}, {@link ErrorCode#FLASH_FAILED},
   *     {@link ErrorCode#NO_SUCH_DEVICE} if it is removed meanwhile, {@link ErrorCode#CLOSED} if it
   *     is given up, {@link ErrorCode#CANCELLED} if the thread is interrupted; nothing has changed
   *     then
   */
  void install(Image image);

  /** Lets {@link #install} end, now or when it is called. */
  void giveUp();

  /** Comes up with the image that was installed. */
  void comeUp();
}
