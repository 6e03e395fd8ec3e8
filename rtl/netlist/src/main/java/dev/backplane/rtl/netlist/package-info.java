/**
 * The word-level netlist: front ends elaborate RTL sources to it, images store it, and engines run
 * it.
 *
 * <p>A {@link dev.backplane.rtl.netlist.Netlist} is flat: one module, no hierarchy. Every value is
 * a {@link dev.backplane.rtl.netlist.Signal}, driven exactly once: by an input port, a {@link
 * dev.backplane.rtl.netlist.Cell}, a {@link dev.backplane.rtl.netlist.Register} or a read port of a
 * {@link dev.backplane.rtl.netlist.Memory}. Signals are used through {@link
 * dev.backplane.rtl.netlist.Operand}s, which are concatenations of slices. Values are two-state.
 */
package dev.backplane.rtl.netlist;
