package dev.backplane.pi.driver;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Filter;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Property;
import dev.backplane.api.binary.BinaryTargets;
import dev.backplane.api.spi.CallTrace;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.api.spi.Resource;
import dev.backplane.driverkit.CallsInFlight;
import dev.backplane.ffi.HandlerGuard;
import dev.backplane.ffi.TrialMemory;
import dev.backplane.pi.table.Pi;
import dev.backplane.pi.table.QueueTimes;
import dev.backplane.pi.table.device.CrashGuard;
import dev.backplane.pi.table.device.PiDevice;
import dev.backplane.pi.table.device.PiDevices;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One configured instance: a plugin, and the devices that it has.
 *
 * <p>No lock is held while the plugin is called, for it may hang. Who uses it is counted instead,
 * before it is looked whether it is still loaded, so that it is not unloaded under anybody.
 */
final class PiInstance implements NativePlugin {
  /** The plugin's library. */
  private static final Property<String> LIBRARY = Property.text("pi.library");

  private static final Property<String> PLUGIN_VERSION = Property.text("pi.plugin_version");

  private final PiConfig config;
  private final CallTrace trace;
  private final AtomicReference<@Nullable PluginLibrary> plugin = new AtomicReference<>();

  /** To be told when the plugin has done here what it did in its trial. */
  private final AtomicReference<TrialMemory.@Nullable Trial> trial = new AtomicReference<>();

  /** Open devices, and calls that have not ended. */
  private final CallsInFlight users = new CallsInFlight(this::notLoaded);

  PiInstance(PiConfig config, CallTrace trace) {
    this.config = config;
    this.trace = trace;
  }

  int initialize() {
    trial.set(
        config
            .probe()
            .map(limit -> PluginTrial.check(config.library(), config.version(), limit))
            .orElse(null));
    plugin.set(PluginLibrary.bind(config.library(), config.version(), trace));
    return 0;
  }

  /**
   * Tears the plugin down and unloads it. While somebody is in one of its devices, because closing
   * it hangs, its code has to stay.
   */
  int close() {
    PluginLibrary bound = plugin.getAndSet(null);
    if (bound == null) {
      return 0;
    }
    users.close();
    int left = users.number();
    if (left > 0) {
      throw BackplaneException.because(
              ErrorCode.FINALIZE_FAILED,
              "%d devices or calls in it have not ended, so that it stays loaded".formatted(left))
          .during("unload plugin")
          .on(bound.name())
          .remedy("Close devices before Backplane; find out what hangs in the plugin")
          .build();
    }
    bound.close();
    return 0;
  }

  List<Resource> enumerate(@SuppressWarnings("unused") List<Filter> filters) {
    List<Resource> found = using("enumerate", this::resources);
    TrialMemory.Trial told = trial.getAndSet(null);
    if (told != null) {
      told.used();
    }
    return found;
  }

  private List<Resource> resources(PluginLibrary bound) {
    List<Resource> resources = new ArrayList<>();
    devices(bound.pi())
        .forEach(
            (key, found) ->
                resources.add(
                    new Resource(
                        key,
                        found
                            .properties()
                            .with(LIBRARY, bound.name())
                            .with(PLUGIN_VERSION, bound.version().toString())
                            .build())));
    return resources;
  }

  DriverDevice open(String key, @SuppressWarnings("unused") OpenMode mode) {
    return using("open", bound -> open(key, bound.pi()));
  }

  private DriverDevice open(String key, Pi pi) {
    Map<String, PiDevices.Found> devices = devices(pi);
    PiDevices.Found found = devices.get(key);
    if (found == null) {
      throw BackplaneException.because(
              ErrorCode.NO_SUCH_DEVICE,
              "there is no '%s'; there are %s".formatted(key, devices.keySet()))
          .during("open")
          .build();
    }
    CallsInFlight.Call held = users.begin("open");
    boolean opened = false;
    try {
      PiDevice device =
          PiDevice.open(
              QueueTimes.of(pi, trace, key),
              found.platform().handle(),
              found.handle(),
              new PiDevice.Choice(
                  Backend.name(pi, found.platform().handle()),
                  targets(found),
                  CrashGuard.NONE,
                  held::close));
      opened = true;
      return device;
    } finally {
      if (!opened) {
        held.close();
      }
    }
  }

  private BinaryTargets targets(PiDevices.Found found) {
    return BinaryTargets.of(found.properties().build().deviceType())
        .preferring(config.targets().toArray(String[]::new));
  }

  String speaks() {
    return using("ask for the version", bound -> "PI " + bound.version().speaks());
  }

  @Override
  public String library() {
    return config.library();
  }

  @Override
  public String version() {
    return using("version", bound -> bound.version().toString());
  }

  @Override
  public OptionalLong function(String name) {
    return using("function " + name, bound -> bound.function(name));
  }

  /** Numbers run on over the platforms, as those of a backend do. */
  private static Map<String, PiDevices.Found> devices(Pi pi) {
    Map<String, PiDevices.Found> devices = new LinkedHashMap<>();
    try (HandlerGuard _ = HandlerGuard.begin()) {
      for (PiDevices.Platform platform : PiDevices.platforms(pi)) {
        for (PiDevices.Found each : PiDevices.of(pi, platform)) {
          devices.put(String.valueOf(devices.size()), each);
        }
      }
    }
    return devices;
  }

  private <T> T using(String operation, Function<PluginLibrary, T> call) {
    try (CallsInFlight.Call _ = users.begin(operation)) {
      PluginLibrary bound = plugin.get();
      if (bound == null) {
        throw notLoaded(operation);
      }
      return call.apply(bound);
    }
  }

  private BackplaneException notLoaded(String operation) {
    return BackplaneException.because(ErrorCode.CLOSED, "the plugin is not loaded")
        .during(operation)
        .on(config.library())
        .build();
  }
}
