/**
 * The harness around a kernel: the cycle loop with clocks, resets, faults, statistics and limits.
 * It knows no bus. A {@link dev.backplane.rtl.harness.SimulatedProtocol} in a package below knows
 * one: it finds the interfaces among the ports, has a {@link dev.backplane.rtl.harness.BusModel}
 * for them, rules, and a {@link dev.backplane.rtl.harness.RunControl}. Applications begin with
 * {@link dev.backplane.rtl.harness.KernelHarness}.
 */
package dev.backplane.rtl.harness;
