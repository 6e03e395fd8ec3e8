package dev.backplane.runtime.manager;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Filter;
import dev.backplane.api.spi.ConfigurationOrigin;
import dev.backplane.api.spi.Extension;
import dev.backplane.runtime.PluginReport;
import dev.backplane.runtime.PluginState;
import dev.backplane.runtime.configuration.ApiPolicy;
import dev.backplane.runtime.configuration.ErrorPolicy;
import dev.backplane.runtime.configuration.InstanceConfiguration;
import dev.backplane.runtime.configuration.LoadPolicy;
import dev.backplane.runtime.loading.FoundDriver;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A configured plugin and where it stands. Its phase changes by compare-and-set only, so that of
 * several threads which need it one loads and the others wait, and a plugin that answers after it
 * was set aside changes nothing. Safe for use by several threads.
 */
final class PluginInstance {
  /** The internal state of an instance, with the data of that state. */
  sealed interface Phase {
    /** {@return the state as others see it} */
    PluginState state();

    /** {@return the binding that still has to be finalised, or null} */
    default @Nullable Binding unfinished() {
      return null;
    }

    /** To be loaded when needed. */
    record Lazy() implements Phase {
      @Override
      public PluginState state() {
        return PluginState.LAZY;
      }
    }

    /** Being loaded by some thread; completes with null when that has ended, well or not. */
    record Loading(CompletableFuture<@Nullable Void> end) implements Phase {
      @Override
      public PluginState state() {
        return PluginState.LOADING;
      }
    }

    /** Bound and initialised. */
    record Ready(Binding binding) implements Phase {
      @Override
      public PluginState state() {
        return PluginState.READY;
      }

      @Override
      public Binding unfinished() {
        return binding;
      }
    }

    /**
     * The phase of an instance that must not be used. The binding is there if it was initialised
     * and still has to be finalised.
     */
    record Down(
        PluginState state, BackplaneException error, Instant since, @Nullable Binding binding)
        implements Phase {
      Down(PluginState state, BackplaneException error, @Nullable Binding binding) {
        this(state, error, Instant.now().truncatedTo(ChronoUnit.SECONDS), binding);
      }

      Down(PluginState state, BackplaneException error) {
        this(state, error, null);
      }

      @Override
      public @Nullable Binding unfinished() {
        return binding;
      }
    }

    /** Finalised. */
    record Closed() implements Phase {
      @Override
      public PluginState state() {
        return PluginState.CLOSED;
      }
    }
  }

  private final InstanceConfiguration configuration;
  private final @Nullable FoundDriver driver;
  private final String location;
  private final AtomicReference<Phase> phase;
  private volatile @Nullable BackplaneException lastError;

  /** Set once, before anybody else knows the instance or when it was unloaded for it. */
  private volatile boolean unchosen;

  private PluginInstance(
      InstanceConfiguration configuration,
      @Nullable FoundDriver driver,
      String location,
      Phase first) {
    this.configuration = configuration;
    this.driver = driver;
    this.location = location;
    phase = new AtomicReference<>(first);
    if (first instanceof Phase.Down down) {
      lastError = down.error();
    }
  }

  /** A plugin that is there; down if it was refused before anything of it was loaded. */
  static PluginInstance found(InstanceConfiguration configuration, FoundDriver driver) {
    BackplaneException refusal = driver.refusal().orElse(null);
    return new PluginInstance(
        configuration,
        driver,
        driver.plugin().location(),
        refusal == null ? new Phase.Lazy() : new Phase.Down(PluginState.REFUSED, refusal));
  }

  /** A plugin that is not there, or of which nothing can be read. */
  static PluginInstance missing(
      InstanceConfiguration configuration, String location, BackplaneException error) {
    return new PluginInstance(
        configuration, null, location, new Phase.Down(PluginState.REFUSED, error));
  }

  String name() {
    return configuration.name();
  }

  String config() {
    return configuration.config();
  }

  ConfigurationOrigin origin() {
    return configuration.origin();
  }

  LoadPolicy loadPolicy() {
    return configuration.load();
  }

  ApiPolicy api() {
    return configuration.api();
  }

  ErrorPolicy errors() {
    return configuration.errors();
  }

  /**
   * Tells whether a search needs this plugin: by the site's load policy, and by the properties that
   * the plugin declares.
   */
  boolean isWantedFor(List<Filter> filters) {
    return loadPolicy().wants(filters) && (driver == null || driver.mayHave(filters));
  }

  /** The driver; every instance that can be loaded has one. */
  FoundDriver driver() {
    if (driver == null) {
      throw new IllegalStateException(name() + " has no driver and is never loaded");
    }
    return driver;
  }

  /** The name of its plugin, or that in the configuration if it was not found. */
  String moduleName() {
    return driver == null ? configuration.module() : driver.plugin().name();
  }

  /** Says that the selector names no device of it. */
  void leaveOut() {
    unchosen = true;
  }

  boolean isLeftOut() {
    return unchosen;
  }

  Phase phase() {
    return phase.get();
  }

  boolean move(Phase from, Phase to) {
    boolean moved = phase.compareAndSet(from, to);
    if (moved && to instanceof Phase.Down down) {
      lastError = down.error();
    }
    return moved;
  }

  /** Notes an error that was passed over. */
  void note(BackplaneException error) {
    lastError = error;
  }

  /**
   * Sets the instance aside unless it is down or closed already. What hung is not bothered with
   * finalising.
   */
  void quarantine(BackplaneException error) {
    lastError = error;
    Phase now = phase.get();
    while (now instanceof Phase.Ready
        || now instanceof Phase.Loading
        || now instanceof Phase.Lazy) {
      Binding binding =
          now instanceof Phase.Ready ready && error.code() != ErrorCode.PLUGIN_HUNG
              ? ready.binding()
              : null;
      if (move(now, new Phase.Down(PluginState.QUARANTINED, error, binding))) {
        if (now instanceof Phase.Loading loading) {
          loading.end().complete(null);
        }
        return;
      }
      now = phase.get();
    }
  }

  /** The binding if the instance is ready. */
  Optional<Binding> binding() {
    return phase.get() instanceof Phase.Ready ready
        ? Optional.of(ready.binding())
        : Optional.empty();
  }

  /** The binding, or the error that says why there is none. */
  Binding require(String operation, String subject) {
    return require(phase.get(), operation, subject);
  }

  /**
   * {@return the binding of an instance in a phase}
   *
   * @throws BackplaneException if there is none in that phase, with the reason
   */
  Binding require(Phase now, String operation, String subject) {
    if (now instanceof Phase.Ready ready) {
      return ready.binding();
    }
    throw unavailable(now, operation, subject);
  }

  private BackplaneException unavailable(Phase now, String operation, String subject) {
    return switch (now) {
      case Phase.Down down -> unavailable(down, operation, subject);
      case Phase.Closed closed ->
          BackplaneException.because(ErrorCode.CLOSED, "Backplane was closed")
              .during(operation)
              .on(subject)
              .remedy("Open it again and look for the device anew")
              .build();
      case Phase.Lazy lazy -> notLoaded(operation, subject);
      case Phase.Loading loading -> notLoaded(operation, subject);
      case Phase.Ready ready -> throw new IllegalStateException(name() + " is ready");
    };
  }

  private BackplaneException unavailable(Phase.Down down, String operation, String subject) {
    boolean quarantined = down.state() == PluginState.QUARANTINED;
    return BackplaneException.because(
            quarantined ? ErrorCode.QUARANTINED : down.error().code(),
            "the plugin is " + account(down))
        .during(operation)
        .on(subject)
        .by(name())
        .remedy(quarantined ? remedy() : "Remove the cause, then open Backplane again")
        .causedBy(down.error())
        .build();
  }

  private static String account(Phase.Down down) {
    return down.state() + " since " + down.since() + ": " + down.error().getMessage();
  }

  /** {@return which instance it is, since when it is down and why, if it is} */
  Optional<String> whyDown() {
    return phase.get() instanceof Phase.Down down
        ? Optional.of(name() + " is " + account(down))
        : Optional.empty();
  }

  /** {@return the remedy for an instance that was set aside} */
  String remedy() {
    return "Remove the cause, then reinstate(\"" + name() + "\") or open Backplane again";
  }

  private BackplaneException notLoaded(String operation, String subject) {
    return BackplaneException.because(ErrorCode.QUARANTINED, "the plugin is not loaded")
        .during(operation)
        .on(subject)
        .by(name())
        .remedy("Look for the device again")
        .build();
  }

  PluginReport report(List<String> openDevices) {
    return new PluginReport(
        name(),
        moduleName(),
        driver == null ? "" : driver.plugin().text("version"),
        location,
        state(),
        Optional.ofNullable(lastError),
        api().disable(),
        api().servedBy(),
        openDevices,
        binding().map(binding -> binding.interfaceVersion()).orElse(""),
        binding().stream()
            .flatMap(binding -> binding.own().extensions().stream())
            .map(Extension::toString)
            .toList(),
        driver == null ? List.of() : driver.plugin().texts("symbols"),
        driver == null ? List.of() : driver.plugin().texts("requires"));
  }

  PluginState state() {
    PluginState state = phase.get().state();
    return state == PluginState.LAZY && unchosen ? PluginState.UNCHOSEN : state;
  }

  @Override
  public String toString() {
    return name() + " " + state();
  }
}
