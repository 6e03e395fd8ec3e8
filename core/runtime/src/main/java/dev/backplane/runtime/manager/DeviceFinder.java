package dev.backplane.runtime.manager;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Filter;
import dev.backplane.api.Token;
import dev.backplane.api.spi.Resource;
import dev.backplane.driverkit.CallsInFlight;
import dev.backplane.runtime.Enumeration;
import dev.backplane.runtime.Selection;
import dev.backplane.runtime.selector.BoundSelector;
import dev.backplane.runtime.selector.DeviceSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds devices: by selectors, filters and ids, within what the plugin manager's own selector
 * leaves. Safe for use by several threads.
 */
public final class DeviceFinder {
  private final Map<String, PluginInstance> instances;
  private final List<PluginInstance> inOrder;
  private final InstanceLoader loader;
  private final Search search;
  private final DeviceOpener opener;
  private final SelectorSearch selectors;
  private final Preference preference;
  private final NothingFound nothing;
  private final CallsInFlight calls;

  DeviceFinder(
      Map<String, PluginInstance> instances,
      InstanceLoader loader,
      Search search,
      DeviceOpener opener,
      SelectorSearch selectors,
      Preference preference,
      NothingFound nothing,
      CallsInFlight calls) {
    this.instances = instances;
    inOrder = List.copyOf(instances.values());
    this.loader = loader;
    this.search = search;
    this.opener = opener;
    this.selectors = selectors;
    this.preference = preference;
    this.nothing = nothing;
    this.calls = calls;
  }

  /** {@return the selector that narrows every search} */
  public Optional<DeviceSelector> selector() {
    return selectors.narrowing().map(BoundSelector::selector);
  }

  /** {@return every device that may be seen, with its terms} */
  public Selection everything() {
    try (CallsInFlight.Call _ = calls.begin("enumerate")) {
      return selectors.everything();
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
      Selection selection = selectors.select(selector);
      if (selection.tokens().isEmpty() && selector.isId()) {
        // Says why a device is not there that somebody knows by its id.
        selectors.admit(resolve(selector.text().strip()));
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
        .orElseThrow(() -> nothing.of(selector, selection));
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
    boolean byScore = selectors.narrowing().filter(n -> n.selector().prefersByType()).isPresent();
    Enumeration found =
        preference.comparesAll(byScore) || selectors.narrowing().isPresent()
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
      return selectors.narrowing().isPresent()
          ? selectors.enumerate(alternatives, limit)
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
      selectors.admit(token);
      preference.tell(token, "named");
      return token;
    }
  }

  private Token resolve(String id) {
    int slash = id.indexOf('/');
    PluginInstance instance = slash < 0 ? null : instances.get(id.substring(0, slash));
    if (instance == null) {
      throw nothing.ofId(id);
    }
    loader.require(instance, "find", id);
    List<Search.Answer> answers = search.search(List.of(instance), List.of());
    if (answers.isEmpty()) {
      // Set aside by another thread since it was required.
      instance.require("find", id);
      throw PluginManager.closed("find");
    }
    SearchResult found = answers.getFirst().found();
    if (found.error() != null) {
      throw found.error().with().on(id).build();
    }
    for (Resource resource : found.resources()) {
      if (ManagedToken.id(instance, resource).equals(id)) {
        return new ManagedToken(opener, instance, resource);
      }
    }
    throw nothing.ofId(id, instance, found);
  }

  private BackplaneException nothingFound(List<Filter> filters) {
    try (CallsInFlight.Call _ = calls.begin("find")) {
      return nothing.of(filters);
    }
  }

  /** {@return which devices the plugins have} */
  String describe() {
    List<String> lines = new ArrayList<>();
    for (Search.Answer answer : search.search(nothing.reachable(), List.of())) {
      for (Resource resource : answer.found().resources()) {
        lines.add(
            "Available device: "
                + ManagedToken.id(answer.instance(), resource)
                + ' '
                + resource.properties());
      }
    }
    return lines.isEmpty() ? "No device is available" : String.join("\n", lines);
  }
}
