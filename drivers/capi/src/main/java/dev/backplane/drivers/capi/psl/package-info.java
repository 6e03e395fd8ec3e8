/** A PSL in software: commands, credits, translation, faults. */
package dev.backplane.drivers.capi.psl;
