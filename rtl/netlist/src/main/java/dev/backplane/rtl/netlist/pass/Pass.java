package dev.backplane.rtl.netlist.pass;

import dev.backplane.rtl.netlist.Netlist;

/** A change of a design that no pin and no message shows. */
@FunctionalInterface
public interface Pass {
  /**
   * {@return the changed design; the same object if there is nothing to change}
   *
   * @param netlist a design without a combinational loop
   */
  Netlist apply(Netlist netlist);
}
