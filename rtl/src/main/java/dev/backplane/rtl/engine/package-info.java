/**
 * Engines: what runs a design clock by clock, behind one small interface of named pins, settle and
 * clock edge.
 */
package dev.backplane.rtl.engine;
