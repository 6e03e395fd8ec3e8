/**
 * Classifies the ports of a kernel: bus interfaces, clocks, resets and the interrupt. Which ports
 * form an interface is known to the {@link dev.backplane.rtl.harness.ports.BusProtocol}s.
 */
package dev.backplane.rtl.harness.ports;
