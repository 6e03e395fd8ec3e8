/**
 * Engines, which simulate a design cycle by cycle, behind one small interface: named pins, settle,
 * clock edge.
 */
package dev.backplane.rtl.engines;
