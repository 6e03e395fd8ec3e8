/**
 * Front ends: elaborate Verilog, SystemVerilog and VHDL to a {@link
 * dev.backplane.rtl.netlist.Netlist}. The front end on Verilator is here; a {@link
 * dev.backplane.rtl.frontends.FrontEndProvider} adds others.
 */
package dev.backplane.rtl.frontends;
