/**
 * From Verilog and SystemVerilog to a {@link dev.backplane.rtl.netlist.Netlist}: yosys parses and
 * elaborates, this package recovers words from its bits and refuses what it cannot be trusted with.
 */
package dev.backplane.rtl.frontend;
