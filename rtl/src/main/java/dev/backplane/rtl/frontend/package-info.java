/**
 * Front ends: elaborate Verilog, SystemVerilog and VHDL to a {@link
 * dev.backplane.rtl.netlist.Netlist}. The package has the front end that uses yosys, recovers words
 * from its bits, and rejects constructs that it would miscompile. Front ends that use Verilator and
 * GHDL are in subpackages.
 */
package dev.backplane.rtl.frontend;
