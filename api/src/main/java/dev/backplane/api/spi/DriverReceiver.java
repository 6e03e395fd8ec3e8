package dev.backplane.api.spi;

/** What drivers load themselves into: the plugin manager's side of the plugin system. */
@FunctionalInterface
public interface DriverReceiver {
  /**
   * Takes a driver.
   *
   * @param driver the driver
   */
  void register(Driver driver);
}
