package dev.backplane.api;

import java.util.UUID;

/**
 * An image that was loaded. Lives until the device is closed, reset, or loaded with another image.
 */
public interface Program extends Kernels {
  /** {@return the identity of the image} */
  UUID uuid();
}
