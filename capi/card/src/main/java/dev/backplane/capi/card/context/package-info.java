/** Cards with a soft PSL: contexts, interrupts, registers, events. */
package dev.backplane.capi.card.context;
