package dev.backplane.runtime.selector;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Filter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A selector for the plugin instances of one configuration. Immutable.
 *
 * <p>Choosing terms make a union; discarding terms take from it, and always win. A selector that
 * only discards takes from everything.
 */
public final class BoundSelector {
  private final DeviceSelector selector;
  private final Backends backends;
  private final List<Term> choosing;
  private final List<Term> discarding;

  BoundSelector(DeviceSelector selector, List<Term> terms, Backends backends) {
    this.selector = selector;
    this.backends = backends;
    choosing = terms.stream().filter(term -> !term.discard()).toList();
    discarding = terms.stream().filter(Term::discard).toList();
  }

  /** {@return what was bound} */
  public DeviceSelector selector() {
    return selector;
  }

  /**
   * {@return whether a device of an instance can be chosen at all} If not, the instance need not be
   * loaded.
   *
   * @param instance its name
   */
  public boolean mayChoose(String instance) {
    return names(instance)
        && discarding.stream()
            .noneMatch(term -> takesAll(term) && backends.of(term).contains(instance));
  }

  /**
   * {@return whether a device of an instance may be among those from which others are discarded}
   */
  public boolean names(String instance) {
    return choosing.isEmpty()
        || choosing.stream().anyMatch(term -> backends.of(term).contains(instance));
  }

  /** Tells whether a term is about every device of its backends, whatever they are. */
  private static boolean takesAll(Term term) {
    return term.subject() instanceof Term.Devices devices
        && devices.host().equals(Filter.ANY_HOST)
        && devices.patterns().stream().anyMatch(DevicePattern::isEverything);
  }

  /**
   * {@return filters that match whatever can be chosen, and more} They say which hosts and families
   * of devices are meant, for load policies and for plugins that have none such.
   *
   * @param instance the instance that would be loaded or asked
   */
  public List<Filter> hints(String instance) {
    if (choosing.isEmpty()) {
      return List.of();
    }
    return choosing.stream()
        .filter(term -> backends.of(term).contains(instance))
        .flatMap(term -> term.subject().hints().stream())
        .toList();
  }

  /**
   * Chooses the devices that the selector names. Parts of a device are chosen only by terms that
   * name parts.
   *
   * @param all every device of the instances, numbered
   * @return the choice
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT} if a term names a family of
   *     devices that nothing there is of, and that is no usual one
   */
  public Choice choose(List<Candidate> all) {
    return apply(all, candidate -> candidate.path().size() == 1, false);
  }

  /**
   * Narrows what a program may see: what the selector names, with its parts.
   *
   * @param all every device of the instances, numbered
   * @return what is left
   * @throws BackplaneException as {@link #choose}
   */
  public Choice narrow(List<Candidate> all) {
    return apply(all, candidate -> true, true);
  }

  private Choice apply(List<Candidate> all, Predicate<Candidate> everything, boolean withParts) {
    List<String> account = new ArrayList<>();
    List<String> warnings = new ArrayList<>();
    Set<Candidate> chosen = new LinkedHashSet<>();
    if (choosing.isEmpty()) {
      all.stream().filter(everything).forEach(chosen::add);
      account.add("everything is chosen, " + chosen.size());
    }
    for (Term term : choosing) {
      Set<Candidate> found = matching(term, all);
      warnings.addAll(Missing.warnings(term, backends.of(term), all));
      account.add(term + " chooses " + found.size());
      chosen.addAll(withParts ? withParts(found, all) : found);
    }
    for (Term term : discarding) {
      Set<Candidate> found = withParts(matching(term, all), all);
      found.retainAll(chosen);
      account.add(term + " discards " + found.size());
      chosen.removeAll(found);
    }
    return new Choice(
        all.stream().filter(chosen::contains).toList(), warnings, String.join(", ", account));
  }

  private Set<Candidate> matching(Term term, List<Candidate> all) {
    if (term.subject() instanceof Term.Devices devices) {
      devices.patterns().forEach(pattern -> checkType(pattern, all));
    }
    checkProperties(term, all);
    Set<String> instances = backends.of(term);
    return all.stream()
        .filter(candidate -> instances.contains(candidate.instance()))
        .filter(term.subject()::matches)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private void checkType(DevicePattern pattern, List<Candidate> all) {
    String type = pattern.type();
    if (type == null || DevicePattern.KNOWN_TYPES.contains(type)) {
      return;
    }
    Set<String> there =
        all.stream()
            .map(candidate -> candidate.properties().deviceType().name())
            .collect(Collectors.toCollection(TreeSet::new));
    if (!there.contains(type)) {
      there.addAll(DevicePattern.KNOWN_TYPES);
      throw pattern
          .excerpt()
          .refused(
              "'" + type + "' is neither a number nor a family of devices",
              "Families are " + String.join(", ", there))
          .with()
          .on(selector.origin())
          .build();
    }
  }

  /** A driver's own property that no device here has is a mistake, or the driver is not there. */
  private void checkProperties(Term term, List<Candidate> all) {
    for (String name : term.subject().properties()) {
      if (name.indexOf('.') > 0
          && all.stream().noneMatch(candidate -> candidate.properties().has(name))) {
        Set<String> there =
            all.stream()
                .flatMap(candidate -> candidate.properties().details().keySet().stream())
                .collect(Collectors.toCollection(TreeSet::new));
        throw term.excerpt()
            .refused(
                "no device has the property '" + name + "'",
                there.isEmpty()
                    ? "No device has properties of its own"
                    : "The devices have " + String.join(", ", there))
            .with()
            .on(selector.origin())
            .build();
      }
    }
  }

  private static Set<Candidate> withParts(Set<Candidate> devices, List<Candidate> all) {
    Set<Candidate> result = new LinkedHashSet<>(devices);
    all.stream()
        .filter(candidate -> devices.stream().anyMatch(candidate::isPartOf))
        .forEach(result::add);
    return result;
  }

  @Override
  public String toString() {
    return selector.toString();
  }
}
