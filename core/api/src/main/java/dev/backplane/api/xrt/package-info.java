/**
 * Facets of devices under the execution model of XRT alone: commands as packets, reservations of
 * compute units, memory by address, and the board around the FPGA.
 */
package dev.backplane.api.xrt;
