package dev.backplane.bench.vhdl;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The units of the sources, all in one library, and the packages that every source has. */
final class Library {
  private static final Set<String> STANDARD =
      Set.of(
          "std_logic_1164",
          "numeric_std",
          "math_real",
          "textio",
          "std_logic_textio",
          "standard",
          "env",
          "std_logic_misc");

  private final Scope standard = Standard.scope();
  private final Scope ieee = new Scope(null, "ieee.");
  private final Scope work = new Scope(null, "");
  private final Map<String, DesignUnit.Entity> entities = new LinkedHashMap<>();
  private final Map<String, Map<String, DesignUnit.Architecture>> architectures = new HashMap<>();
  private final Map<String, DesignUnit.PackageUnit> packages = new HashMap<>();
  private final Map<String, DesignUnit.PackageUnit> bodies = new HashMap<>();
  private final Map<String, DesignUnit.Configuration> configurations = new HashMap<>();
  private final Map<String, Scope> elaborated = new HashMap<>();
  private @Nullable Engine engine;

  void of(Engine owner) {
    engine = owner;
  }

  private Engine engine() {
    return Objects.requireNonNull(engine);
  }

  void add(List<DesignUnit> units) {
    for (DesignUnit unit : units) {
      switch (unit) {
        case DesignUnit.Entity entity -> entities.put(entity.name(), entity);
        case DesignUnit.Architecture architecture ->
            architectures
                .computeIfAbsent(architecture.entity(), _ -> new LinkedHashMap<>())
                .put(architecture.name(), architecture);
        case DesignUnit.PackageUnit own -> (own.body() ? bodies : packages).put(own.name(), own);
        case DesignUnit.Configuration configuration ->
            configurations.put(configuration.name(), configuration);
      }
    }
  }

  DesignUnit.Entity entity(String name, Place place) {
    DesignUnit.Entity entity = entities.get(name);
    if (entity == null) {
      throw Refusal.invalid(
          place,
          "there is no entity '%s'. The sources have %s"
              .formatted(
                  name, entities.keySet().stream().sorted().collect(Collectors.joining(", "))));
    }
    return entity;
  }

  boolean hasEntity(String name) {
    return entities.containsKey(name);
  }

  DesignUnit.Configuration configuration(String name, Place place) {
    DesignUnit.Configuration configuration = configurations.get(name);
    if (configuration == null) {
      throw Refusal.invalid(place, "there is no configuration '" + name + "'");
    }
    return configuration;
  }

  boolean hasConfiguration(String name) {
    return configurations.containsKey(name);
  }

  /** The named architecture of an entity, or its last one. */
  DesignUnit.Architecture architecture(String entity, @Nullable String name, Place place) {
    Map<String, DesignUnit.Architecture> all = architectures.getOrDefault(entity, Map.of());
    DesignUnit.Architecture found =
        name != null ? all.get(name) : all.isEmpty() ? null : List.copyOf(all.values()).getLast();
    if (found == null) {
      throw Refusal.invalid(
          place, "'" + entity + "' has no architecture" + (name == null ? "" : " '" + name + "'"));
    }
    return found;
  }

  /** A scope in which a context clause holds. */
  Scope context(List<Declaration> clauses, @Nullable Scope around, String path) {
    Scope scope = new Scope(around == null ? standard : around, path);
    for (Declaration clause : clauses) {
      if (clause instanceof Declaration.Use use) {
        use(use, scope);
      }
    }
    return scope;
  }

  @Nullable Scope named(String name) {
    if (name.equals("ieee") || name.equals("std")) {
      return ieee;
    }
    // Every other library is the one that has all units.
    return name.equals("work") || libraries.contains(name) ? work : null;
  }

  private final Set<String> libraries = new java.util.HashSet<>();

  /** Names of libraries that sources mention. */
  void libraries(Set<String> names) {
    libraries.addAll(names);
  }

  @Nullable Scope packageOf(Scope of, String name) {
    if (of == ieee) {
      return STANDARD.contains(name) ? standard : null;
    }
    return of == work ? elaborated(name) : null;
  }

  private @Nullable Scope elaborated(String name) {
    Scope known = elaborated.get(name);
    DesignUnit.PackageUnit unit = packages.get(name);
    if (known != null || unit == null) {
      return known;
    }
    DesignUnit.PackageUnit body = bodies.get(name);
    Scope scope = context(unit.context(), null, name + ".");
    elaborated.put(name, scope);
    if (body != null) {
      for (Declaration clause : body.context()) {
        if (clause instanceof Declaration.Use use) {
          use(use, scope);
        }
      }
      for (Declaration each : body.declarations()) {
        if (each instanceof Declaration.Subprogram subprogram && subprogram.body() != null) {
          scope.bodies().add(subprogram);
        }
      }
    }
    State state = State.empty(engine().bits());
    Context context = new Context(scope, state, null, null, 0);
    engine().declarations().ofPackage(unit.declarations(), context);
    if (body != null) {
      engine().declarations().ofPackage(body.declarations(), context);
    }
    return scope;
  }

  void use(Declaration.Use use, Scope scope) {
    if (!(use.name() instanceof Expression.Selected selected)) {
      throw Refusal.invalid(use.place(), "expected 'library.package.name'");
    }
    Scope from = region(selected.prefix(), scope);
    if (selected.suffix().equals("all")) {
      if (from != standard) {
        scope.use(from);
      }
      return;
    }
    List<Symbol> symbols = from.own(selected.suffix());
    if (symbols.isEmpty()) {
      if (from == standard) {
        return;
      }
      Scope unit = packageOf(from, selected.suffix());
      if (unit == null) {
        throw missing(use.place(), selected.suffix());
      }
      scope.add(selected.suffix(), new Symbol.Region(unit));
      return;
    }
    scope.use(selected.suffix(), symbols);
  }

  private Scope region(Expression name, Scope scope) {
    if (name instanceof Expression.Simple simple) {
      Scope library = named(simple.name());
      if (library != null) {
        return library;
      }
      for (Symbol symbol : scope.find(simple.name())) {
        if (symbol instanceof Symbol.Region region) {
          return region.scope();
        }
      }
      throw missing(simple.place(), simple.name());
    }
    if (name instanceof Expression.Selected selected) {
      Scope found = packageOf(region(selected.prefix(), scope), selected.suffix());
      if (found != null) {
        return found;
      }
      throw missing(selected.place(), selected.suffix());
    }
    throw Refusal.invalid(name.place(), "expected the name of a package");
  }

  private static RuntimeException missing(Place place, String name) {
    return Set.of(
                "std_logic_arith",
                "std_logic_unsigned",
                "std_logic_signed",
                "numeric_std_unsigned",
                "fixed_pkg",
                "float_pkg",
                "numeric_bit",
                "fixed_float_types",
                "math_complex",
                "numeric_std_signed")
            .contains(name)
        ? Refusal.unsupported(place, "the package '" + name + "' is not read. Use numeric_std")
        : Refusal.invalid(place, "there is no package '" + name + "' in the sources");
  }
}
