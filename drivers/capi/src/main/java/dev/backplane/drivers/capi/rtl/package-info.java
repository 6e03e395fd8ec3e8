/** AFUs in RTL, simulated behind the pins of a PSL. */
package dev.backplane.drivers.capi.rtl;
