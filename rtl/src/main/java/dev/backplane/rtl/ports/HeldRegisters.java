package dev.backplane.rtl.ports;

import dev.backplane.rtl.netlist.Cell;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Operand;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.netlist.Register;
import dev.backplane.rtl.netlist.Signal;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Which register bits an input holds at a fixed value. All else is unknown at first: other inputs,
 * registers and memories. That is what a reset is for, whatever it is called: it brings a design
 * from an unknown state into a known one, through any logic and any number of registers of its own.
 *
 * <p>A bit that has become known stays as it is, because a cell whose inputs are known better never
 * gives another value. So a worklist ends when every bit was looked at, without counting cycles.
 */
final class HeldRegisters {
  /**
   * Words of signals that are looked at before it is given up: seconds, also for a hostile design.
   */
  private static final long MOST_WORK = 50_000_000;

  private final Netlist netlist;
  private long work;
  private final List<List<Object>> users = new ArrayList<>();

  /** What is known with nothing said of any input. */
  private final TernaryBits[] always;

  HeldRegisters(Netlist netlist) {
    this.netlist = netlist;
    netlist.signals().forEach(_ -> users.add(new ArrayList<>(2)));
    netlist.cells().forEach(cell -> cell.inputs().forEach(input -> use(input, cell)));
    netlist.registers().forEach(register -> use(register.input(), register));
    TernaryBits[] nothing =
        netlist.signals().stream()
            .map(signal -> TernaryBits.unknown(signal.width()))
            .toArray(TernaryBits[]::new);
    Deque<Object> all = new ArrayDeque<>(netlist.cells());
    all.addAll(netlist.registers());
    always = settled(nothing, all);
  }

  private void use(Operand operand, Object user) {
    for (Operand.Part part : operand.parts()) {
      if (part instanceof Operand.Slice(Signal signal, _, _)) {
        users.get(signal.id()).add(user);
      }
    }
  }

  /**
   * What an input does to the registers of a design.
   *
   * @param heldByZero bits that are fixed while the input is 0 and not while it is 1
   * @param heldByOne the other way round
   * @param registerBits all there are; 0 if the design is too large to tell
   */
  record Effect(int heldByZero, int heldByOne, int registerBits) {
    /** {@return whether one value clearly holds registers that the other one lets go} */
    boolean isReset() {
      return isActiveLow() || heldByOne > 2 * heldByZero;
    }

    /** {@return whether 0 clearly is the value that does} */
    boolean isActiveLow() {
      return heldByZero > 2 * heldByOne;
    }

    /** {@return whether 0 alone holds more than half of all} */
    boolean holdsMost() {
      return 2L * heldByZero > registerBits;
    }

    @Override
    public String toString() {
      return "in the design it holds %d of %d register bits at a fixed value while it is 0, and %d while it is 1"
          .formatted(heldByZero, registerBits, heldByOne);
    }
  }

  /** {@return whether the input drives anything} */
  boolean isUsed(Port input) {
    Signal signal = netlist.inputs().get(input);
    return signal != null && !users.get(signal.id()).isEmpty();
  }

  /** Counts the bits that one value of the input holds and the other one does not. */
  Effect of(Port input) {
    Signal pin = netlist.inputs().get(input);
    if (pin == null) {
      return new Effect(0, 0, 0);
    }
    TernaryBits[] zero = with(pin, BigInteger.ZERO);
    TernaryBits[] one = with(pin, BigInteger.ONE);
    if (work >= MOST_WORK) {
      return new Effect(0, 0, 0);
    }
    int byZero = 0;
    int byOne = 0;
    int all = 0;
    for (Register register : netlist.registers()) {
      int id = register.output().id();
      byZero += zero[id].known().andNot(one[id].known()).bitCount();
      byOne += one[id].known().andNot(zero[id].known()).bitCount();
      all += register.output().width();
    }
    return new Effect(byZero, byOne, all);
  }

  private TernaryBits[] with(Signal pin, BigInteger value) {
    TernaryBits[] known = always.clone();
    known[pin.id()] = TernaryBits.of(value, pin.width());
    return settled(known, new ArrayDeque<>(users.get(pin.id())));
  }

  private TernaryBits[] settled(TernaryBits[] known, Deque<Object> waiting) {
    while (!waiting.isEmpty() && work < MOST_WORK) {
      Object next = waiting.poll();
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
        now = value(known, register.input());
      }
      work += 1 + output.width() / Long.SIZE;
      if (!now.known().equals(known[output.id()].known())) {
        known[output.id()] = now;
        waiting.addAll(users.get(output.id()));
      }
    }
    return known;
  }

  private static TernaryBits value(TernaryBits[] known, Operand operand) {
    TernaryBits all = null;
    for (Operand.Part part : operand.parts()) {
      TernaryBits bits =
          switch (part) {
            case Operand.Slice(Signal signal, int lsb, int width) ->
                known[signal.id()].slice(lsb, width);
            case Operand.Constant(BigInteger value, int width) -> TernaryBits.of(value, width);
          };
      all = all == null ? bits : all.below(bits);
    }
    return java.util.Objects.requireNonNull(all);
  }
}
