/**
 * Coverage: which statements of a design were executed, which ways its decisions took, and which
 * bits changed both ways. A front end puts {@link dev.backplane.rtl.netlist.CoverPoint points} into
 * the netlist, {@link dev.backplane.rtl.engines.coverage.CoveredDesign} counts them while it is
 * simulated, and {@link dev.backplane.rtl.engines.coverage.Coverage} is what became of it.
 */
package dev.backplane.rtl.engines.coverage;
