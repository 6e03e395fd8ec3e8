/**
 * Waveforms: recording the pins of a design cycle by cycle, and writing, reading and drawing
 * waveform files.
 */
package dev.backplane.rtl.engines.trace;
