/**
 * VHDL through GHDL: the gate list that GHDL's synthesis makes, written as Verilog that every front
 * end and engine reads. Not exported.
 */
package dev.backplane.rtl.frontend.vhdl;
