/**
 * What is made with the simulators of others: an engine on Verilator's models, and a search for
 * uninitialised state with them. {@link dev.backplane.rtl.simulators.EngineKind} names all engines,
 * that on bytecode too.
 */
package dev.backplane.rtl.simulators;
