/** Finds the bus interfaces of a kernel among the ports of its top module, by their names. */
package dev.backplane.rtl.ports;
