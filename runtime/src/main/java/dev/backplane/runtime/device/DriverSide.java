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
 */
public record DriverSide(
    String instance, DriverDevice device, Map<Class<? extends Facet>, Facet> facets) {
  /** Copies the map. */
  public DriverSide {
    facets = Map.copyOf(facets);
  }
}
