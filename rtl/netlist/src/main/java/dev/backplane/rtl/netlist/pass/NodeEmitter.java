package dev.backplane.rtl.netlist.pass;

import dev.backplane.rtl.netlist.Cell;
import dev.backplane.rtl.netlist.Operand;
import dev.backplane.rtl.netlist.Signal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Emits cells for nodes, each once and after those that it depends on. */
public abstract class NodeEmitter {
  private final Map<Node, Operand> operands = new HashMap<>();
  private final Map<Node, Node> replacements = new HashMap<>();
  private final Map<Node, String> names = new HashMap<>();
  private final Set<String> usedNames = new HashSet<>();
  private final List<Signal> signals = new ArrayList<>();
  private final List<Cell> cells = new ArrayList<>();

  /** {@return all signals so far, by id} */
  public final List<Signal> signals() {
    return signals;
  }

  /** {@return the cells so far, drivers before users} */
  public final List<Cell> cells() {
    return cells;
  }

  /**
   * Names the cell of a node, unless it has a name.
   *
   * @param node a node; only operations and memory reads have cells
   * @param name the name
   */
  public final void name(Node node, String name) {
    if (node instanceof Node.Compute || node instanceof Node.MemoryRead) {
      names.putIfAbsent(node, name);
    }
  }

  /** A new signal for a node, with the node's name if it has one. */
  protected final Signal signal(Node node) {
    return signal(names.get(node), node.width());
  }

  /**
   * A new signal.
   *
   * @param wanted its name, changed if it is taken; null for a generated one
   * @param width bits
   * @return the signal
   */
  protected final Signal signal(@Nullable String wanted, int width) {
    String name = wanted == null ? "$" + signals.size() : wanted;
    for (int i = 2; !usedNames.add(name); i++) {
      name = wanted + "$" + i;
    }
    Signal signal = new Signal(signals.size(), name, width);
    signals.add(signal);
    return signal;
  }

  /** The node that stands for another one, or null if none does. */
  protected @Nullable Node replacement(Node node) {
    return null;
  }

  /** The operand of a value that is taken as it is. */
  protected abstract Operand source(Node.Source source);

  /** The operand of a word of a memory. */
  protected abstract Operand read(Node.MemoryRead read);

  /** Breaks a loop by replacing some of its nodes, or refuses it. */
  protected void breakLoop(List<Node> loop) {
    throw new IllegalStateException("a loop of " + loop.size() + " nodes");
  }

  /**
   * The operand of a node.
   *
   * @param root the node
   * @return its operand; all cells that it depends on are emitted
   */
  public final Operand operand(Node root) {
    for (List<Node> loop = visit(root); !loop.isEmpty(); loop = visit(root)) {
      breakLoop(loop);
      replacements.keySet().removeIf(node -> !operands.containsKey(node));
    }
    return operandOf(root);
  }

  private static final class Visit {
    private final Node node;
    private final List<Node> dependencies;
    private int next;

    Visit(Node node, List<Node> dependencies) {
      this.node = node;
      this.dependencies = dependencies;
    }
  }

  /** Emits a node and its dependencies; returns the nodes of a loop if there is one. */
  private List<Node> visit(Node root) {
    Deque<Visit> path = new ArrayDeque<>();
    Set<Node> open = new HashSet<>();
    if (!operands.containsKey(root)) {
      path.push(new Visit(root, dependencies(root)));
      open.add(root);
    }
    while (!path.isEmpty()) {
      Visit visit = path.element();
      if (visit.next == visit.dependencies.size()) {
        operands.put(visit.node, emit(visit.node));
        open.remove(visit.node);
        path.pop();
        continue;
      }
      Node need = visit.dependencies.get(visit.next++);
      if (operands.containsKey(need)) {
        continue;
      }
      if (!open.add(need)) {
        List<Node> loop = new ArrayList<>();
        for (Visit at : path) {
          loop.add(at.node);
          if (at.node == need) {
            return loop;
          }
        }
      }
      path.push(new Visit(need, dependencies(need)));
    }
    return List.of();
  }

  private List<Node> dependencies(Node node) {
    Node instead = replacement(node);
    if (instead == null) {
      return node.dependencies();
    }
    replacements.put(node, instead);
    return List.of(instead);
  }

  private Operand emit(Node node) {
    Node instead = replacements.get(node);
    if (instead != null) {
      return operandOf(instead);
    }
    return switch (node) {
      case Node.Fixed fixed -> Operand.of(fixed.value(), fixed.width());
      case Node.Source source -> source(source);
      case Node.MemoryRead read -> read(read);
      case Node.Slice slice -> operandOf(slice.from()).slice(slice.lsb(), slice.width());
      case Node.Concat concat -> Operand.concat(operandsOf(concat.parts()));
      case Node.Compute compute -> {
        Signal output = signal(compute);
        cells.add(
            new Cell(compute.operation(), compute.signed(), operandsOf(compute.inputs()), output));
        yield Operand.of(output);
      }
    };
  }

  private List<Operand> operandsOf(List<Node> nodes) {
    return nodes.stream().map(this::operandOf).toList();
  }

  private Operand operandOf(Node node) {
    return Objects.requireNonNull(operands.get(node));
  }
}
