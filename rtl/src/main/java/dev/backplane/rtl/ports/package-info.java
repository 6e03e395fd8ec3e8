/** Classifies the ports of a kernel: bus interfaces, clocks, resets and the interrupt. */
package dev.backplane.rtl.ports;
