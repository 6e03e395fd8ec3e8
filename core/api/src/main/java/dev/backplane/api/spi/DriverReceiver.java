package dev.backplane.api.spi;

/** Receives the drivers that plugins register: the plugin manager's side of the plugin system. */
@FunctionalInterface
public interface DriverReceiver {
  /**
   * Takes a driver.
   *
   * @param driver the driver
   */
  void register(Driver driver);

  /**
   * Forgets a driver: its plugin is unloaded, or was not loaded completely. A receiver that keeps
   * drivers must override it, because a driver that is kept keeps its plugin's classes in memory.
   *
   * @implSpec Does nothing.
   * @param driver a driver, which may never have been registered
   */
  default void unregister(Driver driver) {}
}
