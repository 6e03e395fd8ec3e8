package dev.backplane.rtl.engine.jvm;

import dev.backplane.rtl.netlist.Cell;
import dev.backplane.rtl.netlist.Memory;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Operand;
import dev.backplane.rtl.netlist.Signal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Levelizes a netlist: orders cells and memory reads so that each comes after the drivers of its
 * inputs. A valid netlist has such an order.
 */
final class Levelizer {
  /** One evaluation step: a cell or a memory read. */
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

  private Levelizer(Netlist netlist) {
    this.netlist = netlist;
  }

  static List<Step> levelize(Netlist netlist) {
    return new Levelizer(netlist).run();
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

  /**
   * Depth-first search with an explicit stack: designs are deeper than the thread's stack allows.
   */
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
      throw new IllegalStateException("a valid netlist has no loop at " + step.output());
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
}
