/**
 * Uses of external simulators: an engine on Verilator's models, and a search for uninitialised
 * state with them. {@link dev.backplane.rtl.simulators.EngineKind} names all engines, also the one
 * that generates bytecode.
 */
package dev.backplane.rtl.simulators;
