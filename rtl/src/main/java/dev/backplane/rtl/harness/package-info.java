/**
 * The harness around one kernel: models of its bus interfaces. It drives the AXI4-Lite control
 * port, serves the AXI4 masters from memory, connects the streams to queues, checks the protocols,
 * and detects stuck kernels.
 */
package dev.backplane.rtl.harness;
