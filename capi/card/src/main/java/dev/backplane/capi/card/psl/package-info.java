/** A PSL in software: commands, credits, translation, faults. */
package dev.backplane.capi.card.psl;
