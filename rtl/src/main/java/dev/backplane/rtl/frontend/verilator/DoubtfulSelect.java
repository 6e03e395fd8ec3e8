package dev.backplane.rtl.frontend.verilator;

/**
 * A selection by constants that Verilator found to lie outside of its word or array, or to be
 * reversed. It goes on with other bits; whether the code is ever reached it does not know.
 *
 * @param place file, line and column, as {@code d0/t.sv:3:14}
 * @param instance names down to an instance that has it, the top module's first; empty if unknown
 * @param problem what is wrong with it
 */
public record DoubtfulSelect(String place, String instance, String problem) {}
