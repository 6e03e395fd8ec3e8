package dev.backplane.runtime.selector;

import dev.backplane.api.BackplaneException;
import dev.backplane.driverkit.Spelling;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The instances that each term of a selector may be about. A name is looked for among the
 * instances, then among the modules, each time as written and then without regard to case.
 */
final class Backends {
  private final List<Backend> all;
  private final IdentityHashMap<Term, Set<String>> byTerm = new IdentityHashMap<>();

  private Backends(List<Backend> all) {
    this.all = List.copyOf(all);
  }

  static Backends of(List<Backend> all, List<Term> terms) {
    Backends backends = new Backends(all);
    for (Term term : terms) {
      backends.byTerm.put(term, backends.resolve(term));
    }
    return backends;
  }

  /** {@return the names of the instances that a term may be about} */
  Set<String> of(Term term) {
    return byTerm.getOrDefault(term, Set.of());
  }

  List<Backend> all() {
    return all;
  }

  private Set<String> resolve(Term term) {
    Excerpt backend = term.subject().backend(term);
    return backend == null ? names(all) : named(backend, term);
  }

  private static Set<String> names(List<Backend> backends) {
    return backends.stream()
        .map(Backend::instance)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private Set<String> named(Excerpt part, Term term) {
    String name = part.words();
    List<Function<Backend, String>> names = List.of(Backend::instance, Backend::module);
    for (Function<Backend, String> of : names) {
      List<Backend> exact = all.stream().filter(b -> of.apply(b).equals(name)).toList();
      List<Backend> found =
          exact.isEmpty()
              ? all.stream().filter(b -> of.apply(b).equalsIgnoreCase(name)).toList()
              : exact;
      if (!found.isEmpty()) {
        return names(found);
      }
    }
    throw unknown(part, term);
  }

  private BackplaneException unknown(Excerpt part, Term term) {
    String there =
        all.isEmpty()
            ? "no plugin is configured"
            : "there are " + all.stream().map(Backends::describe).collect(Collectors.joining(", "));
    String word = part.words().toLowerCase(Locale.ROOT);
    String advice =
        DevicePattern.KNOWN_TYPES.contains(word) && term.subject() instanceof Term.Devices
            ? "Write '*:" + word + "' for that family of devices of any backend"
            : Spelling.nearest(word, names())
                .map(near -> "Did you mean '" + near + "'?")
                .orElse("'backplane plugins' shows what is configured");
    return part.refused("no backend is called " + part + "; " + there, advice);
  }

  private List<String> names() {
    return all.stream()
        .flatMap(backend -> java.util.stream.Stream.of(backend.instance(), backend.module()))
        .toList();
  }

  private static String describe(Backend backend) {
    return backend.module().equals(backend.instance())
        ? backend.instance()
        : backend.instance() + " (module " + backend.module() + ")";
  }
}
