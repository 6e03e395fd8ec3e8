package dev.backplane.rtl.frontends.verilator;

import dev.backplane.rtl.netlist.pass.Node;

/**
 * The clock edge that triggers a process.
 *
 * @param signal the clock
 * @param rising whether it is the rising edge
 * @param location its location
 */
record EdgeTrigger(Node signal, boolean rising, SourceLocation location) {}
