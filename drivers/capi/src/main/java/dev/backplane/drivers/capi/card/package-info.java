/** Cards with a soft PSL: contexts, interrupts, registers, events. */
package dev.backplane.drivers.capi.card;
