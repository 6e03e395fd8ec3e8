package dev.backplane.rtl.engine.jvm;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import dev.backplane.rtl.netlist.Cell;
import dev.backplane.rtl.netlist.Memory;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Operand;
import dev.backplane.rtl.netlist.Signal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An order in which every cell and memory read comes after what it takes its inputs from. */
final class EvaluationOrder {
  /** What computes a signal. */
  sealed interface Step {
    Signal output();

    List<Operand> inputs();
  }

  record CellStep(Cell cell) implements Step {
    @Override
    public Signal output() {
      return cell.output();
    }

    @Override
    public List<Operand> inputs() {
      return cell.inputs();
    }
  }

  record ReadStep(int memory, Memory.ReadPort port) implements Step {
    @Override
    public Signal output() {
      return port.output();
    }

    @Override
    public List<Operand> inputs() {
      return List.of(port.address());
    }
  }

  private enum Mark {
    OPEN,
    DONE
  }

  private record Frame(Step step, Iterator<Signal> rest) {}

  private final Netlist netlist;
  private final Map<Signal, Step> drivers = new HashMap<>();
  private final Map<Signal, Mark> marks = new HashMap<>();
  private final List<Step> order = new ArrayList<>();

  private EvaluationOrder(Netlist netlist) {
    this.netlist = netlist;
  }

  static List<Step> of(Netlist netlist) {
    return new EvaluationOrder(netlist).run();
  }

  private List<Step> run() {
    List<Step> steps = new ArrayList<>();
    netlist.cells().forEach(cell -> steps.add(new CellStep(cell)));
    for (int m = 0; m < netlist.memories().size(); m++) {
      for (Memory.ReadPort port : netlist.memories().get(m).reads()) {
        steps.add(new ReadStep(m, port));
      }
    }
    steps.forEach(step -> drivers.put(step.output(), step));
    steps.forEach(this::visit);
    return order;
  }

  /** Depth first, with a stack of its own: designs are deeper than the thread's. */
  private void visit(Step root) {
    Deque<Frame> stack = new ArrayDeque<>();
    enter(root, stack);
    while (!stack.isEmpty()) {
      Frame frame = stack.getLast();
      if (frame.rest.hasNext()) {
        Step step = drivers.get(frame.rest.next());
        if (step != null) {
          enter(step, stack);
        }
      } else {
        stack.removeLast();
        marks.put(frame.step.output(), Mark.DONE);
        order.add(frame.step);
      }
    }
  }

  private void enter(Step step, Deque<Frame> stack) {
    @Nullable Mark mark = marks.get(step.output());
    if (mark == Mark.OPEN) {
      throw loop(step.output(), stack);
    }
    if (mark == null) {
      marks.put(step.output(), Mark.OPEN);
      stack.addLast(new Frame(step, sources(step).iterator()));
    }
  }

  private static List<Signal> sources(Step step) {
    List<Signal> signals = new ArrayList<>();
    for (Operand operand : step.inputs()) {
      for (Operand.Part part : operand.parts()) {
        if (part instanceof Operand.Slice slice) {
          signals.add(slice.signal());
        }
      }
    }
    return signals;
  }

  private RtlException loop(Signal start, Deque<Frame> stack) {
    List<String> names = new ArrayList<>();
    for (Frame frame : stack) {
      if (!names.isEmpty() || frame.step.output().equals(start)) {
        names.add(frame.step.output().name());
      }
    }
    // The stack goes from consumers to what they consume: values flow the other way.
    List<String> path = new ArrayList<>(names.reversed());
    path.addFirst(start.name());
    String shown =
        path.size() <= 20
            ? String.join(" -> ", path)
            : String.join(" -> ", path.subList(0, 10))
                + " -> ... ("
                + (path.size() - 20)
                + " more) ... -> "
                + String.join(" -> ", path.subList(path.size() - 10, path.size()));
    return new RtlException(
        RtlError.COMBINATIONAL_LOOP,
        "design "
            + netlist.top()
            + " has a loop without a register: "
            + shown
            + "; put a register into it, or split the signal if its bits do not depend on each"
            + " other");
  }

  @Override
  public String toString() {
    return Arrays.toString(order.toArray());
  }
}
