package dev.backplane.rtl.netlist.pass;

import dev.backplane.rtl.netlist.Cell;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Operand;
import dev.backplane.rtl.netlist.Register;
import dev.backplane.rtl.netlist.Signal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Propagates known bits through the cells and registers of a netlist until nothing changes. The
 * evaluation of a cell is monotonic, so the worklist ends if what a register takes is monotonic
 * too. Memory reads keep their value.
 */
public final class BitPropagation {
  private final Netlist netlist;
  private final List<List<Object>> users = new ArrayList<>();
  private long work;

  /** Computes the bits of a register after its input has changed. */
  public interface Update {
    /**
     * {@return its bits from now on}
     *
     * @param register the register
     * @param old what it held
     * @param input its input
     */
    TernaryBits of(Register register, TernaryBits old, TernaryBits input);
  }

  /**
   * Prepares propagations.
   *
   * @param netlist the design
   */
  public BitPropagation(Netlist netlist) {
    this.netlist = netlist;
    netlist.signals().forEach(_ -> users.add(new ArrayList<>(2)));
    netlist.cells().forEach(cell -> cell.inputs().forEach(input -> addUse(input, cell)));
    netlist.registers().forEach(register -> addUse(register.input(), register));
  }

  private void addUse(Operand operand, Object user) {
    operand.signals().forEach(signal -> users.get(signal.id()).add(user));
  }

  /** {@return what has been evaluated so far, in words} */
  public long work() {
    return work;
  }

  /** {@return the cells and registers that take a signal} */
  public List<Object> usersOf(Signal signal) {
    return users.get(signal.id());
  }

  /** {@return all cells, drivers first, and all registers: where a first propagation starts} */
  public Deque<Object> everything() {
    Deque<Object> all = new ArrayDeque<>();
    for (Levelizer.Step step : Levelizer.levelize(netlist)) {
      if (step instanceof Levelizer.CellStep(Cell cell)) {
        all.add(cell);
      }
    }
    all.addAll(netlist.registers());
    return all;
  }

  /**
   * Propagates.
   *
   * @param known the bits of each signal, by id; changed
   * @param waiting the cells and registers with new inputs
   * @param update what registers do
   * @param most the work at which it is given up
   * @return {@code known}
   */
  public TernaryBits[] propagate(
      TernaryBits[] known, Deque<Object> waiting, Update update, long most) {
    Set<Object> queued = Collections.newSetFromMap(new IdentityHashMap<>());
    queued.addAll(waiting);
    while (!waiting.isEmpty() && work < most) {
      Object next = waiting.poll();
      queued.remove(next);
      Signal output;
      TernaryBits now;
      if (next instanceof Cell cell) {
        output = cell.output();
        now =
            TernaryBits.output(
                cell, cell.inputs().stream().map(input -> value(known, input)).toList());
      } else {
        Register register = (Register) next;
        output = register.output();
        now = update.of(register, known[output.id()], value(known, register.input()));
      }
      work += 1 + output.width() / Long.SIZE;
      if (!now.equals(known[output.id()])) {
        known[output.id()] = now;
        users.get(output.id()).stream().filter(queued::add).forEach(waiting::add);
      }
    }
    return known;
  }

  private static TernaryBits value(TernaryBits[] known, Operand operand) {
    return TernaryBits.of(operand, signal -> known[signal.id()]);
  }
}
