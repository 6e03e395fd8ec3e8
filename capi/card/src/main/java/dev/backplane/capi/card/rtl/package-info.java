/** AFUs in RTL, simulated behind the pins of a PSL. */
package dev.backplane.capi.card.rtl;
