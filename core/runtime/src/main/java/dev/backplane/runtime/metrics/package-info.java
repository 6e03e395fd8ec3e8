/**
 * Counts of runs, bytes, errors and waits. {@link dev.backplane.runtime.metrics.Metrics} takes
 * them, {@link dev.backplane.runtime.metrics.Metric} lists them, and {@link
 * dev.backplane.runtime.metrics.MetricCounts} keeps them to be read by the program itself.
 */
package dev.backplane.runtime.metrics;
