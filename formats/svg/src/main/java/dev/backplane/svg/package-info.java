/**
 * Drawings in the SVG format: one place for escaping, for numbers that no locale changes, and for
 * legends.
 */
package dev.backplane.svg;
