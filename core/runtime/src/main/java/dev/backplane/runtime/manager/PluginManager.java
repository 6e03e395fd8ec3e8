package dev.backplane.runtime.manager;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Filter;
import dev.backplane.api.spi.CallTrace.Detail;
import dev.backplane.api.spi.Extension;
import dev.backplane.driverkit.CallsInFlight;
import dev.backplane.plugin.limit.SchedulerTime;
import dev.backplane.plugin.limit.TimedCall;
import dev.backplane.runtime.ConfigurationSource;
import dev.backplane.runtime.PluginReport;
import dev.backplane.runtime.configuration.LoadPolicy.When;
import dev.backplane.runtime.loading.DriverLoader;
import dev.backplane.runtime.manager.PluginInstance.Phase;
import dev.backplane.runtime.manager.PluginThreads.Work;
import dev.backplane.runtime.trace.Tracer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The plugin manager of OPAE's plugin architecture: loads what the configuration names, and gives
 * every call to the plugin that it concerns. Safe for use by several threads.
 */
public final class PluginManager {
  private final ConfigurationSource source;
  private final Map<String, PluginInstance> instances;
  private final List<PluginInstance> inOrder;
  private final DriverLoader drivers;
  private final Tracer tracer;
  private final PluginThreads threads = new PluginThreads(new SchedulerTime());
  private final InstanceLoader loader;
  private final Search search;
  private final DeviceOpener opener;
  private final Unloader unloader;
  private final NoDeviceReasons whyNothing;
  private final SelectorSearch selectors;
  private final List<String> notes;
  private final DeviceFinder finder;
  private final CallsInFlight calls = new CallsInFlight(PluginManager::closed);
  private final AtomicBoolean closing = new AtomicBoolean();

  private PluginManager(Settings settings) {
    source = settings.source();
    tracer = settings.tracer();
    drivers = new DriverLoader(settings.classLoader());
    instances = InstanceTable.of(settings, drivers);
    inOrder = List.copyOf(instances.values());
    loader = new InstanceLoader(drivers, threads, tracer, settings.pause());
    search = new Search(loader, threads, settings.pause(), settings.allowed());
    opener =
        new DeviceOpener(
            instances, search, loader, threads, tracer, settings.meters().orElse(null), calls);
    unloader = new Unloader(loader, threads);
    whyNothing = new NoDeviceReasons(threads);
    selectors = new SelectorSearch(inOrder, search, opener, settings.selector());
    notes = settings.notes();
    finder =
        new DeviceFinder(
            instances,
            loader,
            search,
            opener,
            selectors,
            new Preference(tracer),
            new NothingFound(
                inOrder, search, selectors, whyNothing, source, settings.allowed().toString()),
            calls);
  }

  /**
   * Finds all plugins of a configuration and loads those that are to be loaded now.
   *
   * @param settings with what
   * @return the manager
   * @throws BackplaneException what a plugin did that has to work; nothing stays loaded then
   */
  public static PluginManager open(Settings settings) {
    PluginManager manager = new PluginManager(settings);
    try {
      for (PluginInstance instance : manager.inOrder) {
        if (!manager.selectors.mayChoose(instance)) {
          instance.leaveOut();
          manager.tracer.note(
              Detail.BASIC,
              () -> "Plugin not loaded: the selector names nothing of " + instance.name());
        } else if (instance.loadPolicy().when() == When.ALWAYS) {
          manager.loader.ensure(instance);
          manager.unloadUnchosen(instance);
        }
      }
      manager.tracer.note(Detail.DEBUG, manager.finder::describe);
      return manager;
    } catch (Throwable e) {
      manager.shutDown().forEach(e::addSuppressed);
      throw e;
    }
  }

  /**
   * The devices of a plugin are known only now that it is bound: it goes again if none is meant.
   */
  private void unloadUnchosen(PluginInstance instance) {
    List<Filter> meant = selectors.hints(instance);
    Binding binding = instance.binding().orElse(null);
    if (binding == null || meant.isEmpty()) {
      return;
    }
    PluginCall call = PluginCall.of(instance, "select", ErrorCode.PLUGIN_FAILED);
    boolean has =
        threads.call(
            call,
            Work.within(
                binding.classLoader(), () -> InstanceQuery.isSupported(binding.adapter(), meant)));
    if (!has) {
      instance.leaveOut();
      unloader.unload(instance);
      tracer.note(
          Detail.BASIC,
          () -> "Plugin unloaded: " + instance.name() + " has nothing that the selector names");
    }
  }

  /** Loads every instance that is not loaded, unless the selector leaves it out. */
  public void load() {
    try (CallsInFlight.Call _ = calls.begin("load")) {
      inOrder.stream().filter(instance -> !instance.isLeftOut()).forEach(loader::ensure);
    }
  }

  /**
   * Unloads every instance of which no device is open. It is loaded again when it is needed.
   *
   * @return the names of those that were unloaded, in the order of unloading
   * @throws BackplaneException the first failure of a plugin, after everything else was done
   */
  public List<String> unloadUnused() {
    try (CallsInFlight.Call _ = calls.begin("unload")) {
      List<String> unloaded = new ArrayList<>();
      List<BackplaneException> errors = new ArrayList<>();
      for (PluginInstance instance : loader.inOrder().reversed()) {
        try {
          if (unloader.unload(instance)) {
            tracer.note(Detail.BASIC, () -> "Plugin unloaded: " + instance.name());
            unloaded.add(instance.name());
          }
        } catch (BackplaneException e) {
          errors.add(e);
        }
      }
      throwFirst(errors);
      return unloaded;
    }
  }

  /** {@return what finds devices} */
  public DeviceFinder finder() {
    return finder;
  }

  /** {@return what a person should know of how this was opened} */
  public List<String> notes() {
    return notes;
  }

  /** {@return where the configuration came from} */
  public ConfigurationSource source() {
    return source;
  }

  /** {@return what is known of each instance, in the order of the configuration} */
  public List<PluginReport> reports() {
    return inOrder.stream()
        .map(instance -> instance.report(opener.openDevices(instance.name())))
        .toList();
  }

  /**
   * Tries a quarantined instance again; does nothing if it is not quarantined.
   *
   * @param name the instance
   * @throws BackplaneException why it is still not ready
   */
  public void reinstate(String name) {
    try (CallsInFlight.Call _ = calls.begin("reinstate")) {
      loader.reinstate(instance(name));
    }
  }

  private PluginInstance instance(String name) {
    return Optional.ofNullable(instances.get(name))
        .orElseThrow(
            () ->
                BackplaneException.because(
                        ErrorCode.INVALID_ARGUMENT,
                        "there is no instance '" + name + "'; there are " + instances.keySet())
                    .remedy("'backplane plugins' shows the instances")
                    .build());
  }

  /**
   * Checks that there is an instance.
   *
   * @param name its name
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT} if there is not
   */
  public void requireInstance(String name) {
    try (CallsInFlight.Call _ = calls.begin("find plugin")) {
      instance(name);
    }
  }

  /**
   * Gives the version of the interface that an instance speaks; loads it if it was not.
   *
   * @param name the instance
   * @return what it said
   * @throws BackplaneException why it is not ready
   */
  public String interfaceVersion(String name) {
    return bound(name).interfaceVersion();
  }

  /**
   * Gives what an instance offers beyond the API; loads it if it was not.
   *
   * @param name the instance
   * @return its extensions
   * @throws BackplaneException why it is not ready
   */
  public List<Extension<?>> extensions(String name) {
    return bound(name).own().extensions();
  }

  /**
   * Asks an instance why it has no device.
   *
   * @param name the instance
   * @return its words, or nothing if it has none
   */
  public String whyNothing(String name) {
    try (CallsInFlight.Call _ = calls.begin("ask plugin")) {
      return whyNothing.words(instance(name));
    }
  }

  private Binding bound(String name) {
    try (CallsInFlight.Call _ = calls.begin("ask plugin")) {
      return loader.require(instance(name), "ask plugin", name);
    }
  }

  /**
   * Closes all devices, finalises and unloads all plugins, in reverse order of loading; does
   * nothing if that was done.
   *
   * @throws BackplaneException the first failure of a plugin, after everything else was done
   */
  public void close() {
    if (closing.compareAndSet(false, true)) {
      throwFirst(shutDown());
    }
  }

  static BackplaneException closed(String operation) {
    return BackplaneException.because(ErrorCode.CLOSED, "Backplane was closed")
        .during(operation)
        .remedy("Open it again")
        .build();
  }

  private static void throwFirst(List<BackplaneException> errors) {
    if (!errors.isEmpty()) {
      BackplaneException first = errors.getFirst();
      errors.stream().skip(1).forEach(first::addSuppressed);
      throw first;
    }
  }

  /** {@return whether it was closed} */
  public boolean isClosed() {
    return closing.get();
  }

  private List<BackplaneException> shutDown() {
    calls.close();
    List<BackplaneException> errors =
        new ArrayList<>(opener.closeAll(longestCall().plus(longestCall())));
    if (!calls.awaitEnd(longestCall())) {
      // Plugins that take longer are finalised under their calls.
      System.getLogger(PluginManager.class.getName())
          .log(
              System.Logger.Level.WARNING,
              "closing while {0} calls are still on their way",
              calls.number());
    }
    for (PluginInstance instance : loader.inOrder().reversed()) {
      try {
        finish(instance);
      } catch (BackplaneException e) {
        instance.note(e);
        errors.add(e);
      }
    }
    for (PluginInstance instance : inOrder) {
      Phase phase = instance.phase();
      if (!(phase instanceof Phase.Down)) {
        instance.move(phase, new Phase.Closed());
      }
    }
    errors.addAll(drivers.unloadAll());
    threads.close();
    tracer.close();
    return errors;
  }

  private void finish(PluginInstance instance) {
    Phase phase = instance.phase();
    Binding binding = phase.unfinished();
    if (binding != null && instance.move(phase, new Phase.Closed())) {
      if (binding.users().isHeld()) {
        leaveLoaded(instance);
      } else {
        Unloader.finish(threads, instance, binding);
      }
    }
  }

  /** All devices were closed, so what is still held is in a call: its code and memory stay. */
  private void leaveLoaded(PluginInstance instance) {
    drivers.keepLoaded(instance.driver().plugin());
    System.getLogger(PluginManager.class.getName())
        .log(
            System.Logger.Level.WARNING,
            "plugin {0} is not finalised: calls for devices of it have not returned",
            instance.name());
  }

  /** The time in which each thread comes out of a plugin, or gives up on it. */
  private Duration longestCall() {
    long nanos = 0;
    for (PluginInstance instance : inOrder) {
      nanos = Math.max(nanos, instance.errors().deadline().toNanos());
    }
    // Not by Duration's own arithmetic, which is that of large decimals.
    return Duration.ofNanos(nanos * TimedCall.LONGEST);
  }
}
