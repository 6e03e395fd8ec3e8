package dev.backplane.pi.driver;

import java.util.OptionalLong;

/**
 * The extension of a plugin instance that gives access to its native plugin beyond the interface.
 * Safe for use by several threads.
 */
public interface NativePlugin {
  /** {@return the path or name that its library was loaded by} */
  String library();

  /**
   * {@return the version that it answers, as {@code MAJOR.MINOR.REVISION}}
   *
   * @throws dev.backplane.api.BackplaneException {@code CLOSED} if it is not loaded
   */
  String version();

  /**
   * Finds a function of the plugin: one that its library exports by name, beyond the table.
   *
   * @param name its name in C
   * @return its address, valid until the plugin is unloaded; empty if it has none
   * @throws dev.backplane.api.BackplaneException {@code CLOSED} if it is not loaded
   */
  OptionalLong function(String name);
}
