package dev.backplane.runtime.manager;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Filter;
import dev.backplane.api.Token;
import dev.backplane.api.spi.Resource;
import dev.backplane.runtime.Enumeration;
import dev.backplane.runtime.Selection;
import dev.backplane.runtime.selector.Backend;
import dev.backplane.runtime.selector.BoundSelector;
import dev.backplane.runtime.selector.Candidate;
import dev.backplane.runtime.selector.Choice;
import dev.backplane.runtime.selector.DeviceSelector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Searches by selectors. They go by numbers, so instances are asked for all that they have, and
 * what is not meant is left out here: first by the selector that narrows everything, if there is
 * one, then by the one of the search. Safe for use by several threads.
 */
final class SelectorSearch {
  private final List<PluginInstance> instances;
  private final List<Backend> backends;
  private final Search search;
  private final DeviceOpener opener;
  private final @Nullable BoundSelector narrowing;

  /** Everything that was found, numbered, and where it came from: by the id of each. */
  private record Listing(
      List<Candidate> candidates, Map<String, Token> tokens, List<BackplaneException> problems) {}

  SelectorSearch(
      List<PluginInstance> instances,
      Search search,
      DeviceOpener opener,
      Optional<DeviceSelector> narrowing) {
    this.instances = instances;
    this.search = search;
    this.opener = opener;
    backends =
        instances.stream()
            .map(instance -> new Backend(instance.name(), instance.moduleName()))
            .toList();
    this.narrowing = narrowing.map(selector -> selector.bind(backends)).orElse(null);
  }

  /** {@return the selector that narrows every search} */
  Optional<BoundSelector> narrowing() {
    return Optional.ofNullable(narrowing);
  }

  /** {@return whether devices of an instance may be seen at all} */
  boolean mayChoose(PluginInstance instance) {
    return narrowing == null || narrowing.mayChoose(instance.name());
  }

  /** {@return what the narrowing selector wants of an instance; empty for anything} */
  List<Filter> hints(PluginInstance instance) {
    return narrowing == null ? List.of() : narrowing.hints(instance.name());
  }

  /** {@return everything that may be seen, with its terms} */
  Selection everything() {
    Listing listing = list(instances, this::hints);
    Choice visible = narrow(listing);
    return selection(listing, visible, notes(listing, visible));
  }

  /**
   * Chooses by a selector.
   *
   * @throws BackplaneException if the selector names backends or families that there are not
   */
  Selection select(DeviceSelector selector) {
    BoundSelector bound = selector.bind(backends);
    List<PluginInstance> asked =
        instances.stream().filter(instance -> bound.names(instance.name())).toList();
    Listing listing = list(asked, instance -> bound.hints(instance.name()));
    Choice visible = narrow(listing);
    Choice choice = bound.choose(visible.devices());
    List<String> notes = new ArrayList<>(choice.warnings());
    if (choice.devices().isEmpty()) {
      notes.add(selector + " chooses no device: " + choice.account());
      notes.addAll(notes(listing, visible));
    }
    return selection(listing, choice, notes);
  }

  /** Finds what filters match among what may be seen. */
  Enumeration enumerate(List<Filter> filters, int limit) {
    Listing listing = list(instances, instance -> filters.isEmpty() ? hints(instance) : filters);
    Choice visible = narrow(listing);
    List<Token> matching =
        visible.devices().stream()
            .filter(candidate -> Filter.anyMatches(filters, candidate.properties()))
            .map(candidate -> token(listing, candidate))
            .toList();
    return new Enumeration(
        matching.subList(0, Math.min(limit, matching.size())),
        matching.size(),
        listing.problems(),
        notes(listing, visible));
  }

  /**
   * Refuses a device that may not be seen.
   *
   * @param token the device
   * @throws BackplaneException {@link ErrorCode#NO_SUCH_DEVICE} naming the selector
   */
  void admit(Token token) {
    BoundSelector selector = narrowing;
    if (selector == null) {
      return;
    }
    List<PluginInstance> one =
        instances.stream().filter(instance -> instance.name().equals(token.plugin())).toList();
    Listing listing = list(one, instance -> List.of());
    Choice visible = narrow(listing);
    if (visible.devices().stream().noneMatch(candidate -> candidate.id().equals(token.id()))) {
      throw BackplaneException.because(
              ErrorCode.NO_SUCH_DEVICE, "the selector " + selector + " leaves it out")
          .during("find")
          .on(token.id())
          .remedy("Add ';" + token.id() + "' to that selector, or use another device")
          .build();
    }
  }

  private Listing list(List<PluginInstance> asked, Function<PluginInstance, List<Filter>> wanted) {
    List<PluginInstance> seen = asked.stream().filter(instance -> !instance.isLeftOut()).toList();
    List<Candidate> candidates = new ArrayList<>();
    Map<String, Token> tokens = new HashMap<>();
    List<BackplaneException> problems = new ArrayList<>();
    for (Search.Answer answer : search.search(seen, wanted, List.of())) {
      PluginInstance instance = answer.instance();
      BackplaneException error = answer.found().error();
      if (error != null) {
        problems.add(error);
      }
      List<Resource> resources = answer.found().resources();
      List<Candidate> numbered = Candidate.number(instance.name(), resources);
      for (int i = 0; i < resources.size(); i++) {
        tokens.put(numbered.get(i).id(), new ManagedToken(opener, instance, resources.get(i)));
      }
      candidates.addAll(numbered);
    }
    return new Listing(candidates, tokens, problems);
  }

  private Choice narrow(Listing listing) {
    return narrowing == null
        ? new Choice(listing.candidates(), List.of(), "")
        : narrowing.narrow(listing.candidates());
  }

  /** Notes on the narrowing selector for people: what is missing, and what it hides. */
  private List<String> notes(Listing listing, Choice visible) {
    List<String> notes = new ArrayList<>(visible.warnings());
    if (narrowing != null && visible.devices().isEmpty()) {
      notes.add(
          "the selector "
              + narrowing
              + " leaves no device"
              + (listing.candidates().isEmpty()
                  ? ": the plugins that it names have none"
                  : " of "
                      + listing.candidates().stream().map(Candidate::term).toList()
                      + ": "
                      + visible.account()));
    }
    return notes;
  }

  private static Token token(Listing listing, Candidate candidate) {
    Token token = listing.tokens().get(candidate.id());
    if (token == null) {
      throw new IllegalStateException("a selector chose what was not listed: " + candidate);
    }
    return token;
  }

  private static Selection selection(Listing listing, Choice choice, List<String> notes) {
    List<Token> tokens = new ArrayList<>();
    Map<String, String> terms = new LinkedHashMap<>();
    for (Candidate candidate : choice.devices()) {
      tokens.add(token(listing, candidate));
      terms.put(candidate.id(), candidate.term());
    }
    return new Selection(tokens, terms, notes, listing.problems());
  }
}
