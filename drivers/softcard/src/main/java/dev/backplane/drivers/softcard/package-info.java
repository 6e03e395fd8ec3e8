/** The software FPGA card. */
package dev.backplane.drivers.softcard;
