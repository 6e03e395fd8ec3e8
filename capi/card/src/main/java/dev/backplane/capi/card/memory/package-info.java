/** The memory of attached processes, by effective address. */
package dev.backplane.capi.card.memory;
