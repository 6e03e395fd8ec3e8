/**
 * Lowers Verilator's elaborated, typed syntax tree to a {@link dev.backplane.rtl.netlist.Netlist}.
 * The tree is read into records. Instances become scopes with variables. Processes are executed
 * symbolically, and the final values of variables become logic.
 */
package dev.backplane.rtl.frontends.verilator;
