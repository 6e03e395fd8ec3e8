package dev.backplane.runtime.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Facet;
import dev.backplane.api.spi.DriverDevice;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The part of a device that one plugin instance opened.
 *
 * @param instance the instance
 * @param id the identity of what it opened, which need not be that of the device that it serves
 * @param device its device
 * @param facets the facets that it serves for this device
 * @param loader the context class loader of its calls
 * @param closing closes the device and lets others open it
 * @param hangs is told why a call for the device has not returned, if it may not have: nobody opens
 *     it before it was closed
 */
public record DriverSide(
    String instance,
    String id,
    DriverDevice device,
    Map<Class<? extends Facet>, Facet> facets,
    ClassLoader loader,
    TearDown.Work closing,
    Consumer<BackplaneException> hangs) {
  /** Copies the map. */
  public DriverSide {
    facets = Map.copyOf(facets);
  }
}
