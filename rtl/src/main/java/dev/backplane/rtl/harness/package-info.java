/**
 * The bench around one kernel: finds its interfaces among the ports of the design, drives its
 * AXI4-Lite control port, serves its AXI4 masters from memory, checks the protocol, and watches for
 * progress.
 */
package dev.backplane.rtl.harness;
