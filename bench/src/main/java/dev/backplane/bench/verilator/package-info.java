/**
 * The peer of the JVM engine: the same design translated by Verilator, behind the same interface.
 */
@NullMarked
package dev.backplane.bench.verilator;

import org.jspecify.annotations.NullMarked;
