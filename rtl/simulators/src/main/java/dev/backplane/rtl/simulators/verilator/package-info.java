/**
 * Engines that run a design compiled by Verilator and a C++ compiler, in this process or in a
 * separate one. {@link dev.backplane.rtl.simulators.VerilatorEngine} is the entry point.
 *
 * <p>{@code VerilatedModel} translates a design to C++, {@code ModelCompilation} compiles it,
 * {@code ContentCache} stores the result, {@code ModelLibrary} loads it.
 */
package dev.backplane.rtl.simulators.verilator;
