package dev.backplane.rtl.ports;

import dev.backplane.rtl.netlist.Port;

/**
 * A reset input of a kernel.
 *
 * @param port the input
 * @param activeLow whether the kernel is in reset while it is 0
 */
public record ResetPort(Port port, boolean activeLow) {}
