package dev.backplane.drivers.pi;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Filter;
import dev.backplane.api.OpenMode;
import dev.backplane.api.binary.BinaryTargets;
import dev.backplane.api.spi.CallTrace;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.api.spi.Resource;
import dev.backplane.pi.Pi;
import dev.backplane.pi.QueueTimes;
import dev.backplane.pi.device.PiDevice;
import dev.backplane.pi.device.PiDevices;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** One configured instance: a plugin, and the devices that it has. */
final class PiInstance implements NativePlugin {
  private final PiConfig config;
  private final CallTrace trace;
  private @Nullable PluginLibrary plugin;
  private int open;

  PiInstance(PiConfig config, CallTrace trace) {
    this.config = config;
    this.trace = trace;
  }

  synchronized int initialize() {
    config.probe().ifPresent(limit -> PluginTrial.check(config.library(), config.version(), limit));
    plugin = PluginLibrary.bind(config.library(), config.version(), trace);
    return 0;
  }

  /**
   * Tears the plugin down and unloads it. While somebody is in one of its devices, because closing
   * it hangs, its code has to stay.
   */
  synchronized int close() {
    PluginLibrary bound = plugin;
    plugin = null;
    if (bound == null) {
      return 0;
    }
    if (open > 0) {
      throw BackplaneException.because(
              ErrorCode.FINALIZE_FAILED,
              "%d devices were not closed, so that it stays loaded".formatted(open))
          .during("unload plugin")
          .on(bound.name())
          .remedy("Close devices before Backplane; find out what hangs in the plugin")
          .build();
    }
    bound.close();
    return 0;
  }

  synchronized List<Resource> enumerate(@SuppressWarnings("unused") List<Filter> filters) {
    List<Resource> resources = new ArrayList<>();
    PluginLibrary bound = bound("enumerate");
    devices(bound.pi())
        .forEach(
            (key, found) ->
                resources.add(
                    new Resource(
                        key,
                        found
                            .properties()
                            .detail("library", bound.name())
                            .detail("plugin_version", bound.version().toString())
                            .build())));
    return resources;
  }

  synchronized DriverDevice open(String key, @SuppressWarnings("unused") OpenMode mode) {
    Pi pi = bound("open").pi();
    Map<String, PiDevices.Found> devices = devices(pi);
    PiDevices.Found found = devices.get(key);
    if (found == null) {
      throw BackplaneException.because(
              ErrorCode.NO_SUCH_DEVICE,
              "there is no '%s'; there are %s".formatted(key, devices.keySet()))
          .during("open")
          .build();
    }
    PiDevice device =
        PiDevice.open(
            QueueTimes.of(pi, trace, key),
            found.platform().handle(),
            found.handle(),
            new PiDevice.Choice(
                Backend.name(pi, found.platform().handle()), targets(found), this::closed));
    open++;
    return device;
  }

  private BinaryTargets targets(PiDevices.Found found) {
    return BinaryTargets.of(found.properties().build().deviceType())
        .preferring(config.targets().toArray(String[]::new));
  }

  synchronized String speaks() {
    return "PI " + bound("ask for the version").version().speaks();
  }

  @Override
  public String library() {
    return config.library();
  }

  @Override
  public synchronized String version() {
    return bound("version").version().toString();
  }

  @Override
  public synchronized OptionalLong function(String name) {
    return bound("function " + name).function(name);
  }

  private synchronized void closed() {
    open--;
  }

  /** Numbers run on over the platforms, as those of a backend do. */
  private static Map<String, PiDevices.Found> devices(Pi pi) {
    Map<String, PiDevices.Found> devices = new LinkedHashMap<>();
    for (PiDevices.Platform platform : PiDevices.platforms(pi)) {
      for (PiDevices.Found each : PiDevices.of(pi, platform)) {
        devices.put(String.valueOf(devices.size()), each);
      }
    }
    return devices;
  }

  private PluginLibrary bound(String operation) {
    PluginLibrary bound = plugin;
    if (bound == null) {
      throw BackplaneException.because(ErrorCode.CLOSED, "the plugin is not loaded")
          .during(operation)
          .on(config.library())
          .build();
    }
    return bound;
  }
}
