package dev.backplane.compiler.ir;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;

/**
 * Graphs by name. A node whose attribute {@value #IMPLEMENTATION} is a name is made of the graph of
 * that name. Immutable; keeps the order in which graphs were added.
 */
public final class Registry {
  /** The attribute of a node that names the graph it is made of. */
  public static final String IMPLEMENTATION = "implementation";

  /** No graphs. */
  public static final Registry EMPTY = new Registry(new LinkedHashMap<>());

  private final SequencedMap<String, Graph> graphs;

  private Registry(SequencedMap<String, Graph> graphs) {
    this.graphs = Collections.unmodifiableSequencedMap(graphs);
  }

  /**
   * Makes a registry.
   *
   * @param graphs the graphs by name, copied in their order
   * @return the registry
   */
  public static Registry of(Map<String, Graph> graphs) {
    return new Registry(new LinkedHashMap<>(graphs));
  }

  /** {@return all graphs by name, in order; unmodifiable} */
  public SequencedMap<String, Graph> graphs() {
    return graphs;
  }

  /** {@return these graphs with one more, in place of an earlier one of its name} */
  public Registry with(String name, Graph graph) {
    SequencedMap<String, Graph> changed = new LinkedHashMap<>(graphs);
    changed.put(name, graph);
    return new Registry(changed);
  }

  /** {@return these graphs without the one of this name} */
  public Registry without(String name) {
    SequencedMap<String, Graph> changed = new LinkedHashMap<>(graphs);
    changed.remove(name);
    return new Registry(changed);
  }

  /**
   * Keeps what a graph is made of, directly or through others.
   *
   * @param root the name of the graph
   * @return that graph and those it is made of
   * @throws CompilerException with {@link CompilerError#UNKNOWN_TYPE} if one of them is not there
   */
  public Registry closure(String root) {
    SequencedMap<String, Graph> kept = new LinkedHashMap<>();
    Deque<String> open = new ArrayDeque<>();
    take(root, "graph " + root, kept, open);
    while (!open.isEmpty()) {
      String name = open.remove();
      for (Node node : kept.getOrDefault(name, Graph.builder().build()).nodes()) {
        node.attributes()
            .find(IMPLEMENTATION, Attribute.Text.class)
            .filter(next -> !kept.containsKey(next.value()))
            .ifPresent(
                next -> take(next.value(), "graph " + name + ", " + node.label(), kept, open));
      }
    }
    return new Registry(kept);
  }

  private void take(
      String name, String place, SequencedMap<String, Graph> kept, Deque<String> open) {
    Graph graph = graphs.get(name);
    if (graph == null) {
      throw new CompilerException(
          CompilerError.UNKNOWN_TYPE, place, "the registry has no graph " + name);
    }
    kept.put(name, graph);
    open.add(name);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Registry registry && graphs.equals(registry.graphs);
  }

  @Override
  public int hashCode() {
    return graphs.hashCode();
  }

  @Override
  public String toString() {
    return "graphs " + graphs.keySet();
  }
}
