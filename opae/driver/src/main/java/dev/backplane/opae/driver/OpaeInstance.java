package dev.backplane.opae.driver;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.DeviceType;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Filter;
import dev.backplane.api.OpenMode;
import dev.backplane.api.spi.CallTrace;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.api.spi.Resource;
import dev.backplane.driverkit.CallsInFlight;
import dev.backplane.ffi.HandlerGuard;
import dev.backplane.ffi.TrialMemory;
import dev.backplane.opae.abi.Opae;
import dev.backplane.opae.abi.OpaePlugin;
import dev.backplane.opae.abi.TableLayout;
import dev.backplane.opae.driver.device.OpaeDevice;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One configured instance: a plugin, and the resources that it has.
 *
 * <p>Who uses the plugin is counted before it is looked whether it is still loaded, so that it is
 * not unloaded under anybody. Searches wait for each other, because OPAE's library lets plugins
 * count on that, but for a bounded time: the plugin may hang.
 */
final class OpaeInstance implements OpaePlugin {
  /** A plugin that is loaded. One whose devices have no driver here is not asked for any. */
  private record Bound(
      PluginLibrary library, TokenTable tokens, Enumeration enumeration, boolean hasDriver) {}

  private final OpaeConfig config;
  private final CallTrace trace;
  private final Duration deadline;
  private final AtomicReference<@Nullable Bound> plugin = new AtomicReference<>();

  /** To be told when the plugin has done here what it did in its trial. */
  private final AtomicReference<TrialMemory.@Nullable Trial> trial = new AtomicReference<>();

  private final ReentrantLock searching = new ReentrantLock();

  /** Open devices, and calls that have not ended. */
  private final CallsInFlight users = new CallsInFlight(this::notLoaded);

  OpaeInstance(OpaeConfig config, CallTrace trace, Duration deadline) {
    this.config = config;
    this.trace = trace;
    this.deadline = deadline;
  }

  int initialize() {
    trial.set(config.probe().map(limit -> PluginTrial.check(config, limit)).orElse(null));
    try (HandlerGuard _ = HandlerGuard.begin()) {
      load();
    }
    return 0;
  }

  private void load() {
    PluginLibrary library = PluginLibrary.bind(config, trace);
    boolean initialized = false;
    boolean hasDriver;
    try {
      hasDriver = library.initialize();
      initialized = true;
    } finally {
      if (!initialized) {
        library.close();
      }
    }
    TokenTable tokens = new TokenTable();
    plugin.set(
        new Bound(
            library,
            tokens,
            new Enumeration(library, tokens, config.probe().isPresent()),
            hasDriver));
  }

  /**
   * Gives the tokens back, has the plugin finalised and unloads it. While somebody is in one of its
   * devices, because closing it hangs, its code has to stay.
   */
  int close() {
    Bound bound = plugin.getAndSet(null);
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
          .on(bound.library().name())
          .remedy("Close devices before Backplane; find out what hangs in the plugin")
          .build();
    }
    bound.enumeration().release();
    bound.library().close();
    return 0;
  }

  List<Resource> enumerate(List<Filter> filters) {
    List<Resource> found = using("enumerate", bound -> find(bound, filters));
    TrialMemory.Trial told = trial.getAndSet(null);
    if (told != null) {
      told.used();
    }
    return found;
  }

  /**
   * The first search is for everything: resources are named beside each other, and have parents.
   */
  private List<Resource> find(Bound bound, List<Filter> filters) {
    if (!bound.hasDriver()) {
      return List.of();
    }
    lockSearching(bound);
    try {
      if (bound.tokens().isEmpty() && !filters.isEmpty()) {
        var _ = bound.enumeration().find(List.of());
      }
      return bound.enumeration().find(filters);
    } finally {
      searching.unlock();
    }
  }

  private void lockSearching(Bound bound) {
    try {
      if (searching.tryLock(deadline.toMillis(), TimeUnit.MILLISECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw BackplaneException.because(ErrorCode.PLUGIN_HUNG, "another search in it has not ended")
        .during("enumerate")
        .on(bound.library().name())
        .remedy("Find out what hangs in the plugin")
        .build();
  }

  DriverDevice open(String key, OpenMode mode) {
    return using(
        "open",
        bound -> {
          FoundResource found = found(bound, key);
          CallsInFlight.Call held = users.begin("open");
          boolean opened = false;
          try {
            DriverDevice device =
                OpaeDevice.open(
                    new OpaeDevice.Choice(
                        bound.library().opae(),
                        bound.library().functions(),
                        key,
                        found.token(),
                        found.properties(),
                        config.mmioBytes(),
                        held::close),
                    mode);
            opened = true;
            return device;
          } finally {
            if (!opened) {
              held.close();
            }
          }
        });
  }

  private FoundResource found(Bound bound, String key) {
    if (bound.tokens().find(key).isEmpty()) {
      var _ = find(bound, List.of());
    }
    return bound
        .tokens()
        .find(key)
        .orElseThrow(
            () ->
                BackplaneException.because(
                        ErrorCode.NO_SUCH_DEVICE,
                        "there is no '%s'; there are %s".formatted(key, bound.tokens().keys()))
                    .during("open")
                    .build());
  }

  boolean supportsDevice(DeviceType type) {
    return supports(TableLayout.SUPPORTS_DEVICE, type.name());
  }

  boolean supportsHost(String host) {
    return supports(TableLayout.SUPPORTS_HOST, host);
  }

  /** A plugin that is not loaded yet has not been asked. */
  private boolean supports(String hook, String what) {
    return plugin.get() == null || using(hook, bound -> bound.library().supports(hook, what));
  }

  String whyNothing() {
    Bound bound = plugin.get();
    if (bound == null || !bound.tokens().isEmpty()) {
      return "";
    }
    return bound.hasDriver()
        ? "the OPAE plugin %s has no resources".formatted(bound.library().name())
        : "the OPAE plugin %s finds no driver of its devices in this machine"
            .formatted(bound.library().name());
  }

  String speaks() {
    return using(
        "ask for the version",
        bound ->
            "OPAE plugin interface, layout %s (%s)"
                .formatted(bound.library().layout(), bound.library().layout().releases()));
  }

  @Override
  public Opae functions() {
    return using("functions", bound -> bound.library().opae());
  }

  @Override
  public long token(String key) {
    return using("token", bound -> found(bound, key).token());
  }

  private <T> T using(String operation, Function<Bound, T> call) {
    try (CallsInFlight.Call _ = users.begin(operation)) {
      Bound bound = plugin.get();
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
