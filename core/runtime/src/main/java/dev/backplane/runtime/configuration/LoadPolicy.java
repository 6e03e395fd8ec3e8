package dev.backplane.runtime.configuration;

import dev.backplane.api.DeviceType;
import dev.backplane.api.Filter;
import java.util.List;
import java.util.Set;

/**
 * A rule for the moment at which an instance is loaded.
 *
 * @param when the moment
 * @param deviceTypes the families that make a {@link When#DEVICE_TYPE} instance load
 * @param hosts the hosts that make a {@link When#HOST} instance load
 * @param required whether opening fails when it cannot be loaded
 */
public record LoadPolicy(
    When when, Set<DeviceType> deviceTypes, Set<String> hosts, boolean required) {
  /** The moment at which an instance is loaded. */
  public enum When {
    /** Loads it when Backplane is opened. */
    ALWAYS,
    /** Loads it at the first search. */
    LAZY,
    /** Loads it at a search for one of the device types. */
    DEVICE_TYPE,
    /** Loads it at a search on one of the hosts. */
    HOST
  }

  /** Loaded when Backplane is opened; may fail. */
  public static final LoadPolicy DEFAULT = new LoadPolicy(When.ALWAYS, Set.of(), Set.of(), false);

  /** Loaded at the first search that the plugin may have something for; may fail. */
  public static final LoadPolicy LAZY = new LoadPolicy(When.LAZY, Set.of(), Set.of(), false);

  /** Copies the sets. */
  public LoadPolicy {
    deviceTypes = Set.copyOf(deviceTypes);
    hosts = Set.copyOf(hosts);
  }

  /**
   * {@return whether the search for what the filters describe is a reason to load the instance} A
   * filter that leaves the device type open may be after any.
   *
   * @param filters alternatives; none at all is a search for everything
   */
  public boolean wants(List<Filter> filters) {
    return filters.isEmpty() || filters.stream().anyMatch(this::wants);
  }

  private boolean wants(Filter filter) {
    return switch (when) {
      case ALWAYS, LAZY -> true;
      case DEVICE_TYPE -> {
        DeviceType type = filter.deviceType();
        yield type == null || deviceTypes.contains(type);
      }
      case HOST -> hosts.stream().anyMatch(filter::matchesHost);
    };
  }
}
