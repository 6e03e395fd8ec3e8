/**
 * What went on at the pins of a design, cycle by cycle: kept, written to waveform files, read back
 * and drawn.
 */
package dev.backplane.rtl.trace;
