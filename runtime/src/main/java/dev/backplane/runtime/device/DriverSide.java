package dev.backplane.runtime.device;

import dev.backplane.api.Facet;
import dev.backplane.api.spi.DriverDevice;
import java.util.Map;

/**
 * What one plugin instance opened for a device.
 *
 * @param instance the instance
 * @param device its device
 * @param facets the facets that it serves for this device
 * @param loader the context class loader of its calls
 * @param closing closes the device and lets others open it
 */
public record DriverSide(
    String instance,
    DriverDevice device,
    Map<Class<? extends Facet>, Facet> facets,
    ClassLoader loader,
    TearDown.Work closing) {
  /** Copies the map. */
  public DriverSide {
    facets = Map.copyOf(facets);
  }
}
