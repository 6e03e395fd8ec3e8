package dev.backplane.rtl.harness;

import dev.backplane.rtl.netlist.Port;
import java.util.List;

/** The last cycles of an interface, recorded by a model to show what led to a fault. */
public interface PortHistory {
  /** Receives the values of the signals of a cycle, in their order. */
  interface Row {
    /**
     * Adds the value of the next signal.
     *
     * @param value its bits
     * @param known whether it was recorded
     */
    void add(long value, boolean known);
  }

  /** {@return the name of the interface} */
  String port();

  /** {@return the last cycles as a phrase for a message; empty if there is nothing to show} */
  String timeline();

  /** {@return what the signs in a timeline mean; empty if there are none} */
  String legend();

  /** {@return how many cycles are recorded} */
  int cycles();

  /** {@return the signals of a waveform} */
  List<Port> signals();

  /**
   * Gives the values of the signals.
   *
   * @param cycle a cycle
   * @param row receives a value per signal
   */
  void show(long cycle, Row row);
}
