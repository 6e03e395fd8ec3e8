package dev.backplane.api;

import java.util.Optional;
import java.util.UUID;

/**
 * An image that was loaded. Lives until its holder closes it, the device is closed or reset, or
 * another image takes its place.
 */
public interface Program extends Kernels, AutoCloseable {
  /** {@return the identity of the image} */
  UUID uuid();

  /** {@return what the compiler said, possibly nothing} */
  default String log() {
    return "";
  }

  /**
   * {@return what the device's compiler made, to be loaded instead of the image; empty where
   * nothing was compiled} Before it stands a header with its length and checksum, so that a damaged
   * binary is refused.
   */
  default Optional<Image> binary() {
    return Optional.empty();
  }

  /**
   * Ends this holder's use of the program: its kernels and calls are refused from now on, runs in
   * flight go on. A card keeps the image, which may be loaded again at once; other devices free the
   * program when its last run has ended. Closing it again does nothing.
   */
  @Override
  void close();
}
