package dev.backplane.bench.vhdl;

import dev.backplane.rtl.netlist.pass.Node;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The values of objects while statements are executed, and the conditions of execution. */
final class State {
  private final Map<Object, Node> values;
  private Node live;
  private Node path;

  State(Map<Object, Node> values, Node live, Node path) {
    this.values = new HashMap<>(values);
    this.live = live;
    this.path = path;
  }

  /** {@return a state in which nothing is held} */
  static State empty(Bits bits) {
    return new State(Map.of(), bits.graph().one(), bits.graph().one());
  }

  State fork() {
    return new State(values, live, path);
  }

  Map<Object, Node> values() {
    return values;
  }

  @Nullable Node get(Object key) {
    return values.get(key);
  }

  void put(Object key, Node value) {
    values.put(key, value);
  }

  /** {@return whether statements are executed, in the branch that the state is of} */
  Node live() {
    return live;
  }

  void live(Node now) {
    live = now;
  }

  /** {@return the conditions of all branches around} */
  Node path() {
    return path;
  }

  void path(Node now) {
    path = now;
  }

  /** Becomes what either branch made of it. */
  void merge(Bits bits, Node condition, State yes, State no) {
    for (Object key : no.values.keySet()) {
      values.put(key, merged(bits, condition, key, yes.values.get(key), no.values.get(key)));
    }
    for (Object key : yes.values.keySet()) {
      values.put(key, merged(bits, condition, key, yes.values.get(key), no.values.get(key)));
    }
    live = bits.graph().mux(condition, yes.live, no.live);
  }

  private static Node merged(
      Bits bits, Node condition, Object key, @Nullable Node yes, @Nullable Node no) {
    if (yes == null || no == null) {
      Node one = Bits.some(yes == null ? no : yes);
      // A signal that one branch does not assign keeps its value; others are not used there.
      if (!(key instanceof Storage storage) || !storage.isSignal()) {
        return one;
      }
      Node hold = new RunningProcess.Hold(storage).node(bits.graph());
      return bits.graph().mux(condition, yes == null ? hold : one, no == null ? hold : one);
    }
    if (no.width() != yes.width()) {
      throw new WidthsDiffer(key);
    }
    return bits.graph().mux(condition, yes, no);
  }

  /** Thrown if the results of two branches differ in width. */
  static final class WidthsDiffer extends RuntimeException {
    private static final long serialVersionUID = 1L;

    WidthsDiffer(Object key) {
      super(String.valueOf(key));
    }
  }
}
