package dev.backplane.runtime.manager;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Filter;
import dev.backplane.api.Token;
import dev.backplane.api.spi.CallTrace.Detail;
import dev.backplane.api.spi.Resource;
import dev.backplane.runtime.ConfigurationSource;
import dev.backplane.runtime.Enumeration;
import dev.backplane.runtime.PluginReport;
import dev.backplane.runtime.configuration.LoadPolicy.When;
import dev.backplane.runtime.loading.DriverLoader;
import dev.backplane.runtime.manager.PluginInstance.Phase;
import dev.backplane.runtime.trace.Tracer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
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
  private final PluginThreads threads = new PluginThreads();
  private final InstanceLoader loader;
  private final Search search;
  private final DeviceOpener opener;
  private final Uses uses = new Uses();
  private final AtomicBoolean closing = new AtomicBoolean();

  private PluginManager(Settings settings) {
    source = settings.source();
    instances = InstanceTable.of(settings);
    inOrder = List.copyOf(instances.values());
    tracer = settings.tracer();
    drivers = new DriverLoader(settings.classLoader());
    loader = new InstanceLoader(drivers, threads, tracer, settings.pause());
    search = new Search(loader, threads, settings.pause());
    opener = new DeviceOpener(instances, search, threads, tracer, uses);
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
        if (instance.loadPolicy().when() == When.ALWAYS) {
          manager.loader.ensure(instance);
        }
      }
      manager.tellOfDevices();
      return manager;
    } catch (Throwable e) {
      manager.shutDown().forEach(e::addSuppressed);
      throw e;
    }
  }

  /** Tells which devices the plugins have that are bound, if anybody wants to know. */
  private void tellOfDevices() {
    tracer.note(
        Detail.DEBUG,
        () -> {
          List<PluginInstance> ready =
              inOrder.stream().filter(instance -> instance.binding().isPresent()).toList();
          List<String> lines = new ArrayList<>();
          for (Search.Answer answer : search.search(ready, List.of())) {
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
   * Finds the first resource that matches.
   *
   * @param filters alternatives; none means everything
   * @return the resource
   * @throws BackplaneException {@link ErrorCode#NO_SUCH_DEVICE} saying what there is instead
   */
  public Token find(List<Filter> filters) {
    Enumeration found = enumerate(filters, tracer.takes(Detail.DEBUG) ? Integer.MAX_VALUE : 1);
    List<Token> tokens = found.tokens();
    for (int i = 0; i < tokens.size(); i++) {
      String place = "Candidate device: -> number " + (i + 1) + " of " + found.matches();
      Token token = tokens.get(i);
      tracer.note(Detail.DEBUG, () -> place + described(token));
    }
    if (tokens.isEmpty()) {
      throw nothingFound(filters);
    }
    Token first = tokens.getFirst();
    tracer.selected(
        () ->
            "Selected device: -> the first of %d that match".formatted(found.matches())
                + described(first));
    return first;
  }

  private static String described(Token token) {
    return "\n  platform: " + token.plugin() + "\n  device: " + token;
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
    try (Uses.Use _ = uses.begin("enumerate")) {
      return gather(search.search(inOrder, List.copyOf(filters)), limit);
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
    return new Enumeration(tokens, matches, problems);
  }

  /**
   * Gives the resource of an id, or says what there is instead.
   *
   * @param id {@code instance/key}
   * @return the token
   */
  public Token token(String id) {
    try (Uses.Use _ = uses.begin("find")) {
      Token token = resolve(id);
      tracer.selected(() -> "Selected device: -> named" + described(token));
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
    loader.ensure(instance);
    instance.require("find", id);
    List<Search.Answer> answers = search.search(List.of(instance), List.of());
    if (answers.isEmpty()) {
      // Set aside by another thread since it was required.
      instance.require("find", id);
      throw Uses.closed("find");
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
            "it is not there now; " + instance.name() + " has " + ids(instance, found))
        .during("find")
        .on(id)
        .by(instance.name())
        .remedy("Check that the device is connected, or use another id")
        .build();
  }

  /** The error for a search that found nothing: what there is, and what each plugin says. */
  private BackplaneException nothingFound(List<Filter> filters) {
    try (Uses.Use _ = uses.begin("find")) {
      return describeNothing(filters);
    }
  }

  private BackplaneException describeNothing(List<Filter> filters) {
    List<PluginInstance> ready = inOrder.stream().filter(i -> i.binding().isPresent()).toList();
    StringBuilder text = new StringBuilder("nothing matches ").append(filters);
    List<String> others = new ArrayList<>();
    for (Search.Answer answer : search.search(ready, List.of())) {
      for (Resource resource : answer.found().resources()) {
        others.add(ManagedToken.id(answer.instance(), resource) + ' ' + resource.properties());
      }
    }
    text.append("; there ").append(others.isEmpty() ? "is no device at all" : "are " + others);
    text.append("; plugins: ");
    text.append(
        inOrder.isEmpty()
            ? "none"
            : String.join(", ", inOrder.stream().map(PluginManager::describe).toList()));
    text.append("; configuration: ").append(source.place());
    return BackplaneException.because(ErrorCode.NO_SUCH_DEVICE, text.toString())
        .during("find")
        .remedy("Loosen the filter, or configure a plugin that has such a device")
        .build();
  }

  private static String describe(PluginInstance instance) {
    return instance
        + Search.whyDown(instance).map(error -> " (" + error.getMessage() + ")").orElse("");
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
    try (Uses.Use _ = uses.begin("reinstate")) {
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
                    .during("reinstate")
                    .build());
  }

  /**
   * Closes all devices, finalises and unloads all plugins, in reverse order of loading.
   *
   * @throws BackplaneException {@link ErrorCode#CLOSED} if it was closed before; the first failure
   *     of a plugin, after everything else was done
   */
  public void close() {
    if (!closing.compareAndSet(false, true)) {
      throw Uses.closed("close");
    }
    List<BackplaneException> errors = shutDown();
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
    uses.close();
    List<BackplaneException> errors =
        new ArrayList<>(opener.closeAll(longestDeadline().multipliedBy(2)));
    uses.awaitEnd(longestDeadline());
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
    Binding binding =
        switch (phase) {
          case Phase.Ready ready -> ready.binding();
          case Phase.Down down -> down.binding();
          case Phase.Lazy lazy -> null;
          case Phase.Loading loading -> null;
          case Phase.Closed done -> null;
        };
    if (binding != null && instance.move(phase, new Phase.Closed())) {
      PluginCall call =
          new PluginCall(
              "finalize",
              instance.name(),
              instance.name(),
              ErrorCode.FINALIZE_FAILED,
              instance.errors().deadline());
      int result =
          threads.finish(
              call, ContextLoader.with(binding.classLoader(), binding.adapter()::finalizeInstance));
      if (result != 0) {
        throw call.returned(result);
      }
    }
  }

  private Duration longestDeadline() {
    return inOrder.stream()
        .map(instance -> instance.errors().deadline())
        .max(Comparator.naturalOrder())
        .orElse(Duration.ZERO);
  }
}
