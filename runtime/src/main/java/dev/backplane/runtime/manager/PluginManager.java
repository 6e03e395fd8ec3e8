package dev.backplane.runtime.manager;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Filter;
import dev.backplane.api.Token;
import dev.backplane.api.spi.CallTrace.Detail;
import dev.backplane.api.spi.Extension;
import dev.backplane.api.spi.Resource;
import dev.backplane.driverkit.CallsInFlight;
import dev.backplane.runtime.ConfigurationSource;
import dev.backplane.runtime.Enumeration;
import dev.backplane.runtime.PluginReport;
import dev.backplane.runtime.PluginState;
import dev.backplane.runtime.Selection;
import dev.backplane.runtime.configuration.LoadPolicy.When;
import dev.backplane.runtime.loading.DriverLoader;
import dev.backplane.runtime.manager.PluginInstance.Phase;
import dev.backplane.runtime.selector.BoundSelector;
import dev.backplane.runtime.selector.DeviceSelector;
import dev.backplane.runtime.trace.Tracer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
  private final WhyNothing whyNothing;
  private final Preference preference;
  private final Selecting selecting;
  private final List<String> notes;
  private final String allowed;
  private final CallsInFlight calls = new CallsInFlight(PluginManager::closed);
  private final AtomicBoolean closing = new AtomicBoolean();

  private PluginManager(Settings settings) {
    source = settings.source();
    instances = InstanceTable.of(settings);
    inOrder = List.copyOf(instances.values());
    tracer = settings.tracer();
    drivers = new DriverLoader(settings.classLoader());
    loader = new InstanceLoader(drivers, threads, tracer, settings.pause());
    search = new Search(loader, threads, settings.pause(), settings.allowed());
    opener = new DeviceOpener(instances, search, loader, threads, tracer, calls);
    unloader = new Unloader(loader, threads);
    whyNothing = new WhyNothing(threads);
    preference = new Preference(tracer);
    selecting = new Selecting(inOrder, search, opener, settings.selector());
    notes = settings.notes();
    allowed = settings.allowed().toString();
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
        if (!manager.selecting.mayChoose(instance)) {
          instance.leaveOut();
          manager.tracer.note(
              Detail.BASIC,
              () -> "Plugin not loaded: the selector names nothing of " + instance.name());
        } else if (instance.loadPolicy().when() == When.ALWAYS) {
          manager.loader.ensure(instance);
          manager.unloadUnchosen(instance);
        }
      }
      manager.tellOfDevices();
      return manager;
    } catch (Throwable e) {
      manager.shutDown().forEach(e::addSuppressed);
      throw e;
    }
  }

  /** What a plugin has is known only now that it is bound: it goes again if none of it is meant. */
  private void unloadUnchosen(PluginInstance instance) {
    List<Filter> meant = selecting.hints(instance);
    Binding binding = instance.binding().orElse(null);
    if (binding == null || meant.isEmpty()) {
      return;
    }
    PluginCall call =
        new PluginCall(
            "select",
            instance.name(),
            instance.name(),
            ErrorCode.PLUGIN_FAILED,
            instance.errors().deadline());
    boolean has =
        threads.call(
            call,
            ContextLoader.with(
                binding.classLoader(), () -> Question.isSupported(binding.adapter(), meant)));
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

  /** {@return the selector that narrows every search} */
  public Optional<DeviceSelector> selector() {
    return selecting.narrowing().map(BoundSelector::selector);
  }

  /** {@return what a person should know of how this was opened} */
  public List<String> notes() {
    return notes;
  }

  /** {@return every device that may be seen, with its terms} */
  public Selection everything() {
    try (CallsInFlight.Call _ = calls.begin("enumerate")) {
      return selecting.everything();
    }
  }

  /**
   * Chooses by a selector.
   *
   * @param selector the selector
   * @return what it chose
   */
  public Selection select(DeviceSelector selector) {
    try (CallsInFlight.Call _ = calls.begin("select")) {
      Selection selection = selecting.select(selector);
      if (selection.tokens().isEmpty() && selector.isId()) {
        // Says why a device is not there that somebody knows by its id.
        selecting.admit(resolve(selector.text().strip()));
      }
      return selection;
    }
  }

  /**
   * Finds one device by a selector.
   *
   * @param selector the selector
   * @return the device
   * @throws BackplaneException {@link ErrorCode#NO_SUCH_DEVICE} saying what there is instead
   */
  public Token find(DeviceSelector selector) {
    Selection selection = select(selector);
    return preference
        .take(selection.tokens(), selection.tokens().size(), selector.prefersByType())
        .orElseThrow(() -> nothingChosen(selector, selection));
  }

  private BackplaneException nothingChosen(DeviceSelector selector, Selection selection) {
    List<String> failures =
        Stream.concat(
                selection.problems().stream().map(Throwable::getMessage),
                inOrder.stream().flatMap(instance -> instance.whyDown().stream()))
            .distinct()
            .toList();
    String reasons = inOrder.stream().map(whyNothing::of).collect(Collectors.joining());
    return BackplaneException.because(
            ErrorCode.NO_SUCH_DEVICE,
            String.join("; ", selection.notes())
                + (failures.isEmpty() ? "" : "; plugins failed: " + String.join("; ", failures))
                + reasons)
        .during("find")
        .on("'" + selector.text() + "'")
        .remedy(
            quarantineRemedy()
                .orElse("'backplane list' shows the devices there are and how to select each"))
        .build();
  }

  /** What to do first about a device that is missing: get back what was set aside. */
  private Optional<String> quarantineRemedy() {
    return inOrder.stream()
        .filter(instance -> instance.state() == PluginState.QUARANTINED)
        .findFirst()
        .map(PluginInstance::remedy);
  }

  /** The instances that any search may ask, loaded or not, if the selector leaves them. */
  private List<PluginInstance> reachable() {
    return inOrder.stream()
        .filter(instance -> !instance.isLeftOut())
        .filter(
            instance -> instance.binding().isPresent() || instance.loadPolicy().when() == When.LAZY)
        .toList();
  }

  /** Tells which devices the plugins have, if anybody wants to know. */
  private void tellOfDevices() {
    tracer.note(
        Detail.DEBUG,
        () -> {
          List<String> lines = new ArrayList<>();
          for (Search.Answer answer : search.search(reachable(), List.of())) {
            for (Resource resource : answer.found().resources()) {
              lines.add(
                  "Available device: "
                      + ManagedToken.id(answer.instance(), resource)
                      + ' '
                      + resource.properties());
            }
          }
          return lines.isEmpty() ? "No device is available" : String.join("\n", lines);
        });
  }

  /**
   * Finds the resource that matches: the first, or that of the highest score if a selector of the
   * oneAPI grammar narrows the search.
   *
   * @param filters alternatives; none means everything
   * @return the resource
   * @throws BackplaneException {@link ErrorCode#NO_SUCH_DEVICE} saying what there is instead
   */
  public Token find(List<Filter> filters) {
    boolean byScore = selecting.narrowing().filter(n -> n.selector().prefersByType()).isPresent();
    Enumeration found =
        preference.comparesAll(byScore) || selecting.narrowing().isPresent()
            ? enumerate(filters, Integer.MAX_VALUE)
            : first(filters);
    return preference
        .take(found.tokens(), found.matches(), byScore)
        .orElseThrow(() -> nothingFound(filters));
  }

  private Enumeration first(List<Filter> filters) {
    try (CallsInFlight.Call _ = calls.begin("enumerate")) {
      return gather(FirstMatch.of(search, inOrder, List.copyOf(filters)).stream().toList(), 1);
    }
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
   * Searches all instances.
   *
   * @param filters alternatives; none means everything
   * @param limit how many tokens to give at most
   * @return what was found
   */
  public Enumeration enumerate(List<Filter> filters, int limit) {
    List<Filter> alternatives = List.copyOf(filters);
    try (CallsInFlight.Call _ = calls.begin("enumerate")) {
      return selecting.narrowing().isPresent()
          ? selecting.enumerate(alternatives, limit)
          : gather(search.search(inOrder, alternatives), limit);
    }
  }

  private Enumeration gather(List<Search.Answer> answers, int limit) {
    List<Token> tokens = new ArrayList<>();
    List<BackplaneException> problems = new ArrayList<>();
    int matches = 0;
    for (Search.Answer answer : answers) {
      BackplaneException error = answer.found().error();
      if (error != null) {
        problems.add(error);
      }
      for (Resource resource : answer.found().resources()) {
        matches++;
        if (tokens.size() < limit) {
          tokens.add(new ManagedToken(opener, answer.instance(), resource));
        }
      }
    }
    return new Enumeration(tokens, matches, problems, List.of());
  }

  /**
   * Gives the resource of an id, or says what there is instead.
   *
   * @param id {@code instance/key}
   * @return the token
   */
  public Token token(String id) {
    try (CallsInFlight.Call _ = calls.begin("find")) {
      Token token = resolve(id);
      selecting.admit(token);
      preference.tell(token, "named");
      return token;
    }
  }

  private Token resolve(String id) {
    int slash = id.indexOf('/');
    PluginInstance instance = slash < 0 ? null : instances.get(id.substring(0, slash));
    if (instance == null) {
      throw BackplaneException.because(
              ErrorCode.NO_SUCH_DEVICE,
              (slash < 0 ? "an id is written instance/key; " : "there is no such instance; ")
                  + "instances: "
                  + instances.values())
          .during("find")
          .on(id)
          .remedy("'backplane list' shows the ids there are")
          .build();
    }
    loader.require(instance, "find", id);
    List<Search.Answer> answers = search.search(List.of(instance), List.of());
    if (answers.isEmpty()) {
      // Set aside by another thread since it was required.
      instance.require("find", id);
      throw closed("find");
    }
    Found found = answers.getFirst().found();
    if (found.error() != null) {
      throw found.error().with().on(id).build();
    }
    for (Resource resource : found.resources()) {
      if (ManagedToken.id(instance, resource).equals(id)) {
        return new ManagedToken(opener, instance, resource);
      }
    }
    throw BackplaneException.because(
            ErrorCode.NO_SUCH_DEVICE,
            "it is not there now; "
                + instance.name()
                + " has "
                + ids(instance, found)
                + whyNothing.of(instance))
        .during("find")
        .on(id)
        .by(instance.name())
        .remedy("Check that the device is connected, or use another id")
        .build();
  }

  /** The error for a search that found nothing: what there is, and what each plugin says. */
  private BackplaneException nothingFound(List<Filter> filters) {
    try (CallsInFlight.Call _ = calls.begin("find")) {
      return describeNothing(filters);
    }
  }

  private BackplaneException describeNothing(List<Filter> filters) {
    StringBuilder text = new StringBuilder("nothing matches ").append(filters);
    selecting
        .narrowing()
        .ifPresent(selector -> text.append(" within the selector ").append(selector));
    List<String> others = new ArrayList<>();
    Set<String> unknown = new TreeSet<>();
    filters.forEach(filter -> unknown.addAll(filter.properties()));
    for (Search.Answer answer : search.search(reachable(), List.of())) {
      for (Resource resource : answer.found().resources()) {
        others.add(ManagedToken.id(answer.instance(), resource) + ' ' + resource.properties());
        unknown.removeIf(resource.properties()::has);
      }
    }
    text.append("; there ").append(others.isEmpty() ? "is no device at all" : "are " + others);
    text.append(unknown.isEmpty() ? "" : "; none has the properties " + unknown);
    text.append(allowed.isEmpty() ? "" : "; other devices are hidden by " + allowed);
    text.append("; plugins: ");
    text.append(
        inOrder.isEmpty()
            ? "none"
            : String.join(", ", inOrder.stream().map(this::describe).toList()));
    text.append("; configuration: ").append(source.place());
    return BackplaneException.because(ErrorCode.NO_SUCH_DEVICE, text.toString())
        .during("find")
        .remedy(
            quarantineRemedy()
                .orElse("Loosen the filter, or configure a plugin that has such a device"))
        .build();
  }

  private String describe(PluginInstance instance) {
    return instance.whyDown().orElse(instance.toString()) + whyNothing.of(instance);
  }

  private static List<String> ids(PluginInstance instance, Found found) {
    return found.resources().stream().map(resource -> ManagedToken.id(instance, resource)).toList();
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

  private static BackplaneException closed(String operation) {
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
        new ArrayList<>(opener.closeAll(longestStay().plus(longestStay())));
    if (!calls.awaitEnd(longestStay())) {
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
      Unloader.finish(threads, instance, binding);
    }
  }

  /** Whoever is in a plugin comes out, or gives up on it, in this time. */
  private Duration longestStay() {
    long nanos = 0;
    for (PluginInstance instance : inOrder) {
      nanos = Math.max(nanos, instance.errors().deadline().toNanos());
    }
    // Not by Duration's own arithmetic, which is that of large decimals.
    return Duration.ofNanos(nanos * Stay.LONGEST);
  }
}
