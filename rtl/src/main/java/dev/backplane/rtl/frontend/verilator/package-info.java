/**
 * From Verilator's elaborated, typed syntax tree to a {@link dev.backplane.rtl.netlist.Netlist}:
 * the tree is read into records, its instances become scopes with variables, its processes are
 * executed with expressions for values, and what they leave in each variable becomes logic.
 */
package dev.backplane.rtl.frontend.verilator;
