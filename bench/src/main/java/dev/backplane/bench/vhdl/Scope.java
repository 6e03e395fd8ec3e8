package dev.backplane.bench.vhdl;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Names that are declared together, and those around them. */
final class Scope {
  private final @Nullable Scope parent;
  private final String path;
  private final Map<String, List<Symbol>> names = new HashMap<>();
  private final List<Scope> used = new ArrayList<>();
  private final Map<String, List<Symbol>> usedNames = new HashMap<>();
  private final List<Declaration.Subprogram> bodies = new ArrayList<>();
  private final List<Declaration.Binding> bindings = new ArrayList<>();

  Scope(@Nullable Scope parent, String path) {
    this.parent = parent;
    this.path = path;
  }

  Scope inner(String label) {
    return new Scope(this, label.isEmpty() ? path : path + label + ".");
  }

  /** {@return what stands before names of registers} */
  String path() {
    return path;
  }

  void add(String name, Symbol symbol) {
    List<Symbol> list = names.computeIfAbsent(name, _ -> new ArrayList<>());
    if (!symbol.isOverloadable()) {
      list.clear();
    }
    list.add(symbol);
  }

  void use(Scope other) {
    used.add(other);
  }

  void use(String name, List<Symbol> symbols) {
    usedNames.computeIfAbsent(name, _ -> new ArrayList<>()).addAll(symbols);
  }

  List<Declaration.Subprogram> bodies() {
    return bodies;
  }

  List<Declaration.Binding> bindings() {
    return bindings;
  }

  @Nullable Scope parent() {
    return parent;
  }

  /** {@return what a name means in this scope alone} */
  List<Symbol> own(String name) {
    return names.getOrDefault(name, List.of());
  }

  Set<String> ownNames() {
    return names.keySet();
  }

  /** {@return what a name means here: all subprograms and literals of it, or one other thing} */
  List<Symbol> find(String name) {
    Set<Symbol> found = new LinkedHashSet<>();
    for (Scope at = this; at != null; at = at.parent) {
      if (at.collect(at.own(name), found)) {
        return List.copyOf(found);
      }
      boolean ended = at.collect(at.usedNames.getOrDefault(name, List.of()), found);
      for (Scope other : at.used) {
        ended |= at.collect(other.own(name), found);
      }
      if (ended) {
        return List.copyOf(found);
      }
    }
    return List.copyOf(found);
  }

  private boolean collect(List<Symbol> symbols, Set<Symbol> found) {
    for (Symbol symbol : symbols) {
      if (symbol.isOverloadable()) {
        found.add(symbol);
      } else {
        if (found.isEmpty()) {
          found.add(symbol);
        }
        return true;
      }
    }
    return false;
  }

  /** {@return the name that is most like one that is not known, or null} */
  @Nullable String similar(String name) {
    String best = null;
    int least = name.length() <= 2 ? 1 : name.length() <= 4 ? 2 : name.length() / 3 + 2;
    for (Scope at = this; at != null; at = at.parent) {
      Set<String> all = new LinkedHashSet<>(at.names.keySet());
      at.used.forEach(other -> all.addAll(other.names.keySet()));
      for (String each : all) {
        int distance = distance(each, name);
        if (distance < least && !each.startsWith("\"") && !each.startsWith("'")) {
          least = distance;
          best = each;
        }
      }
    }
    return best;
  }

  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int above = row[j];
        int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(change, 1 + Math.min(above, row[j - 1]));
        diagonal = above;
      }
    }
    return row[b.length()];
  }
}
