package dev.backplane.tck;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.spi.Driver;
import java.util.ServiceLoader;

/**
 * Sets up drivers through the plugin manager. A service, because the kit does not know the manager:
 * the manager's own tests use the kit. Its provider is the module {@code
 * dev.backplane.tck.managed}.
 */
public interface ManagedInstances {
  /**
   * Has the plugin manager load, configure and initialise a driver.
   *
   * @param driver the driver, found by the package of its class
   * @param config its configuration, as JSON text
   * @return the instance; closing it closes the manager
   * @throws BackplaneException why the instance cannot be used
   */
  DriverInstance open(Driver driver, String config);

  /**
   * Does what {@link #open} does, and has counted what devices do.
   *
   * @param driver the driver, found by the package of its class
   * @param config its configuration, as JSON text
   * @return the instance; closing it closes the manager
   * @throws BackplaneException why the instance cannot be used
   */
  CountedInstance counted(Driver driver, String config);

  /** {@return the provider on this class path} */
  static ManagedInstances find() {
    return ServiceLoader.load(ManagedInstances.class, ManagedInstances.class.getClassLoader())
        .findFirst()
        .orElseThrow(
            () ->
                new AssertionError(
                    "nothing on the class path reaches drivers through Backplane; add the module"
                        + " backplane-tck-managed to it"));
  }
}
