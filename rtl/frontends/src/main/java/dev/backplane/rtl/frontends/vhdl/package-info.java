/**
 * Translates VHDL with GHDL: the gate list of GHDL's synthesis is written as Verilog, which all
 * front ends and engines read. Not exported.
 */
package dev.backplane.rtl.frontends.vhdl;
