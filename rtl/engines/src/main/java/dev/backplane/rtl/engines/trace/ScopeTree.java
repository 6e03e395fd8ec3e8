package dev.backplane.rtl.engines.trace;

import dev.backplane.rtl.netlist.Port;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/** Signals as a tree of scopes: dots in their names separate modules. */
final class ScopeTree {
  /** Visits the tree. */
  interface Visitor<E extends Exception> {
    void enter(String name) throws E;

    void signal(int number, String name) throws E;

    void leave() throws E;
  }

  private final String name;
  private final SequencedMap<Integer, String> signals = new LinkedHashMap<>();
  private final Map<String, ScopeTree> children = new LinkedHashMap<>();

  private ScopeTree(String name) {
    this.name = name;
  }

  static ScopeTree of(List<Port> signals, String top) {
    ScopeTree root = new ScopeTree(printable(top));
    for (int i = 0; i < signals.size(); i++) {
      ScopeTree scope = root;
      String rest = printable(signals.get(i).name());
      for (int dot = rest.indexOf('.');
          dot > 0 && dot < rest.length() - 1;
          dot = rest.indexOf('.')) {
        scope = scope.children.computeIfAbsent(rest.substring(0, dot), ScopeTree::new);
        rest = rest.substring(dot + 1);
      }
      scope.signals.put(i, rest);
    }
    return root;
  }

  /** The signals in the order of a walk through the tree. */
  static List<Integer> order(List<Port> signals) {
    List<Integer> order = new ArrayList<>();
    of(signals, "top")
        .walk(
            new Visitor<RuntimeException>() {
              @Override
              public void enter(String name) {
                // Only the signals matter.
              }

              @Override
              public void signal(int number, String name) {
                order.add(number);
              }

              @Override
              public void leave() {
                // Only the signals matter.
              }
            });
    return order;
  }

  /** Replaces white space, which ends names in waveform files. */
  private static String printable(String name) {
    return name.isBlank() ? "_" : name.replaceAll("[^\\x21-\\x7e]", "_");
  }

  <E extends Exception> void walk(Visitor<E> visitor) throws E {
    visitor.enter(name);
    for (Map.Entry<Integer, String> signal : signals.entrySet()) {
      visitor.signal(signal.getKey(), signal.getValue());
    }
    for (ScopeTree each : children.values()) {
      each.walk(visitor);
    }
    visitor.leave();
  }
}
