package dev.backplane.rtl.netlist.pass;

import dev.backplane.rtl.netlist.Cell;
import dev.backplane.rtl.netlist.Memory;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Operand;
import dev.backplane.rtl.netlist.Signal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Levelizes a netlist: orders cells and memory reads so that each comes after the drivers of its
 * inputs. The order is that of a depth-first search, so it depends on the structure of the design
 * only.
 */
public final class Levelizer {
  /** One evaluation step: a cell or a memory read. */
  public sealed interface Step {
    /** {@return the signal that it drives} */
    Signal output();

    /** {@return what it takes} */
    List<Operand> inputs();
  }

  /**
   * The evaluation of a cell.
   *
   * @param cell the cell
   */
  public record CellStep(Cell cell) implements Step {
    @Override
    public Signal output() {
      return cell.output();
    }

    @Override
    public List<Operand> inputs() {
      return cell.inputs();
    }
  }

  /**
   * A read of a memory.
   *
   * @param memory the index of the memory
   * @param port the port
   */
  public record ReadStep(int memory, Memory.ReadPort port) implements Step {
    @Override
    public Signal output() {
      return port.output();
    }

    @Override
    public List<Operand> inputs() {
      return List.of(port.address());
    }
  }

  private static final byte OPEN = 1;
  private static final byte DONE = 2;

  /** A signal on the path of the search, and those before it that were not visited yet. */
  private static final class Visit {
    private final Signal signal;
    private final List<Signal> sources;
    private int next;

    Visit(Signal signal, List<Signal> sources) {
      this.signal = signal;
      this.sources = sources;
    }
  }

  private final Netlist netlist;
  private final @Nullable Step[] drivers;
  private final byte[] marks;
  private final Consumer<Step> steps;
  private final Consumer<Signal> sources;
  private List<Signal> loop = List.of();

  /**
   * Prepares a search that has visited nothing.
   *
   * @param netlist the design
   * @param steps receives each step that is visited, after those it depends on
   * @param sources receives each input and register output that is visited
   */
  public Levelizer(Netlist netlist, Consumer<Step> steps, Consumer<Signal> sources) {
    this.netlist = netlist;
    this.steps = steps;
    this.sources = sources;
    drivers = new Step[netlist.signals().size()];
    marks = new byte[drivers.length];
    forEachStep(netlist, step -> drivers[step.output().id()] = step);
  }

  /** Visits all steps of a netlist in the order of its lists. */
  static void forEachStep(Netlist netlist, Consumer<Step> action) {
    netlist.cells().forEach(cell -> action.accept(new CellStep(cell)));
    for (int m = 0; m < netlist.memories().size(); m++) {
      for (Memory.ReadPort port : netlist.memories().get(m).reads()) {
        action.accept(new ReadStep(m, port));
      }
    }
  }

  /**
   * Levelizes a whole netlist.
   *
   * @param netlist a netlist without a combinational loop
   * @return all steps
   */
  public static List<Step> levelize(Netlist netlist) {
    List<Step> order = new ArrayList<>();
    Levelizer levelizer = new Levelizer(netlist, order::add, _ -> {});
    levelizer.visitAll();
    if (!levelizer.loop.isEmpty()) {
      throw new IllegalStateException("a valid netlist has no loop: " + levelizer.loop);
    }
    return order;
  }

  /** Visits all signals, as far as they were not visited before. */
  void visitAll() {
    netlist.signals().forEach(this::visit);
  }

  /** {@return the signals along the first loop that was met, in the order of flow; or nothing} */
  List<Signal> loop() {
    return loop;
  }

  /**
   * Visits what an operand depends on within a cycle, as far as it was not visited before.
   *
   * @param operand an operand of the design
   */
  public void visit(Operand operand) {
    operand.signals().forEach(this::visit);
  }

  /** Uses a stack of its own: designs are deeper than the thread's stack allows. */
  private void visit(Signal root) {
    if (marks[root.id()] == DONE) {
      return;
    }
    Deque<Visit> path = new ArrayDeque<>();
    enter(root, path);
    while (!path.isEmpty()) {
      Visit visit = path.getLast();
      if (visit.next < visit.sources.size()) {
        enter(visit.sources.get(visit.next++), path);
      } else {
        path.removeLast();
        marks[visit.signal.id()] = DONE;
        Step driver = drivers[visit.signal.id()];
        if (driver == null) {
          sources.accept(visit.signal);
        } else {
          steps.accept(driver);
        }
      }
    }
  }

  private void enter(Signal signal, Deque<Visit> path) {
    int id = signal.id();
    if (marks[id] == OPEN && loop.isEmpty()) {
      // The path holds users before their drivers: its end, reversed, is in the order of flow.
      List<Signal> signals = path.stream().map(visit -> visit.signal).toList();
      loop = List.copyOf(signals.subList(signals.indexOf(signal), signals.size()).reversed());
    }
    if (marks[id] == 0) {
      marks[id] = OPEN;
      Step driver = drivers[id];
      path.addLast(
          new Visit(
              signal,
              driver == null
                  ? List.of()
                  : driver.inputs().stream().flatMap(in -> in.signals().stream()).toList()));
    }
  }
}
