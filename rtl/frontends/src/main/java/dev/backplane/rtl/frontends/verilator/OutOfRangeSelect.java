package dev.backplane.rtl.frontends.verilator;

/**
 * A constant selection that Verilator reported as out of range or reversed. Verilator continues
 * with other bits, and does not know whether the code is reachable.
 *
 * @param location file, line and column, as {@code d0/t.sv:3:14}
 * @param instance the path of an instance with the selection, from the top module; empty if unknown
 * @param problem the problem
 */
public record OutOfRangeSelect(String location, String instance, String problem) {}
