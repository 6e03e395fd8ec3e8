package dev.backplane.rtl.harness.ports;

import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.netlist.Register;
import dev.backplane.rtl.netlist.Signal;
import dev.backplane.rtl.netlist.pass.BitPropagation;
import dev.backplane.rtl.netlist.pass.TernaryBits;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Finds out by ternary simulation which register bits an input holds at a fixed value. At first
 * everything else is unknown: other inputs, registers and memories. A reset, whatever its name,
 * brings a design from an unknown state into a known one, through any logic and any number of
 * registers.
 *
 * <p>The evaluation is monotonic: a bit that has become known never changes, because better known
 * inputs of a cell never give another value. So a worklist algorithm terminates without counting
 * cycles.
 */
final class ResetAnalysis {
  /** The most words of signals that are evaluated: a few seconds, also for a hostile design. */
  private static final long MAX_WORK = 50_000_000;

  private final Netlist netlist;
  private final BitPropagation propagation;

  /** The known bits if no input is known. */
  private final TernaryBits[] baseline;

  ResetAnalysis(Netlist netlist) {
    this.netlist = netlist;
    propagation = new BitPropagation(netlist);
    TernaryBits[] nothing =
        netlist.signals().stream()
            .map(signal -> TernaryBits.unknown(signal.width()))
            .toArray(TernaryBits[]::new);
    baseline = propagate(nothing, propagation.everything());
  }

  /**
   * The effect of an input on the registers of a design.
   *
   * @param heldByZero bits that are fixed while the input is 0, but not while it is 1
   * @param heldByOne bits that are fixed while the input is 1, but not while it is 0
   * @param registerBits all register bits; 0 if the design is too large for the analysis
   */
  record ResetEffect(int heldByZero, int heldByOne, int registerBits) {
    /** {@return whether one value clearly holds more registers than the other one} */
    boolean isReset() {
      return isActiveLow() || heldByOne > 2 * heldByZero;
    }

    /** {@return whether 0 clearly holds more registers than 1} */
    boolean isActiveLow() {
      return heldByZero > 2 * heldByOne;
    }

    /** {@return whether 0 holds more than half of all register bits} */
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
    return signal != null && !propagation.usersOf(signal).isEmpty();
  }

  /** Counts the bits that one value of the input holds and the other does not. */
  ResetEffect effectOf(Port input) {
    Signal pin = netlist.inputs().get(input);
    if (pin == null) {
      return new ResetEffect(0, 0, 0);
    }
    TernaryBits[] zero = withInput(pin, BigInteger.ZERO);
    TernaryBits[] one = withInput(pin, BigInteger.ONE);
    if (propagation.work() >= MAX_WORK) {
      return new ResetEffect(0, 0, 0);
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
    return new ResetEffect(byZero, byOne, all);
  }

  private TernaryBits[] withInput(Signal pin, BigInteger value) {
    TernaryBits[] known = baseline.clone();
    known[pin.id()] = TernaryBits.of(value, pin.width());
    return propagate(known, new ArrayDeque<>(propagation.usersOf(pin)));
  }

  /** A register takes its input. */
  private TernaryBits[] propagate(TernaryBits[] known, Deque<Object> waiting) {
    return propagation.propagate(known, waiting, (_, _, input) -> input, MAX_WORK);
  }
}
