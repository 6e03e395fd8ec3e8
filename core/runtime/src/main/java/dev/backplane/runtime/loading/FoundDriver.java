package dev.backplane.runtime.loading;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.DeviceType;
import dev.backplane.api.Filter;
import dev.backplane.api.spi.Driver;
import dev.backplane.plugin.FoundPlugin;
import java.util.List;
import java.util.Optional;

/**
 * A driver that was found and checked by what is written on its outside. Nothing of it has been
 * loaded.
 *
 * @param plugin its plugin
 * @param deviceTypes the families of devices that it can have; none for any
 * @param refusal why it cannot be used, or empty
 */
public record FoundDriver(
    FoundPlugin plugin, List<DeviceType> deviceTypes, Optional<BackplaneException> refusal) {

  /**
   * {@return its plugin, to be loaded}
   *
   * @throws BackplaneException why it cannot be used
   */
  public FoundPlugin checked() {
    if (refusal.isPresent()) {
      throw refusal.get().with().build();
    }
    return plugin;
  }

  /**
   * {@return whether it can have a device that the filters describe, by what it says of itself}
   *
   * @param filters alternatives; none at all is a search for everything
   */
  public boolean mayHave(List<Filter> filters) {
    if (filters.isEmpty() || deviceTypes.isEmpty()) {
      return true;
    }
    for (Filter filter : filters) {
      DeviceType type = filter.deviceType();
      if (type == null || deviceTypes.contains(type)) {
        return true;
      }
    }
    return false;
  }

  /** Only a configuration that names it wants it. */
  boolean isOnlyConfigured() {
    return plugin.text(Driver.USE).equals(Driver.USE_CONFIGURED);
  }

  @Override
  public String toString() {
    return plugin.toString();
  }
}
