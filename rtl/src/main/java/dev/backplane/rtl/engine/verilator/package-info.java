/**
 * Engines that run what Verilator and a C++ compiler make of a design: in this process, or in one
 * of their own. {@link dev.backplane.rtl.engine.VerilatorEngine} is the way in.
 *
 * <p>{@code Verilation} translates, {@code ModelBuild} compiles, {@code ModelCache} keeps, {@code
 * ModelLibrary} loads.
 */
package dev.backplane.rtl.engine.verilator;
