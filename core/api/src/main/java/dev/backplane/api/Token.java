package dev.backplane.api;

/**
 * A resource that was found and not opened. Cheap, immutable, and valid until the plugin manager
 * that gave it is closed. Safe for use by several threads.
 */
public interface Token {
  /**
   * {@return the identity of the resource: {@code instance/key}, the same on every run for as long
   * as the configuration and the device stay}
   */
  String id();

  /** {@return what is known of the resource} */
  DeviceProperties properties();

  /** {@return the name of the plugin instance that serves it} */
  String plugin();

  /**
   * Opens the resource for this holder alone.
   *
   * @return the device; the caller closes it
   * @throws BackplaneException {@link ErrorCode#BUSY} if anyone holds it
   */
  default Device open() {
    return open(OpenMode.EXCLUSIVE);
  }

  /**
   * Opens the resource.
   *
   * @param mode alone or with others
   * @return the device; the caller closes it
   * @throws BackplaneException {@link ErrorCode#BUSY} if it is held in a way that excludes this
   */
  Device open(OpenMode mode);
}
