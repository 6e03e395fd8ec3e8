/**
 * Meters of Micrometer for what Backplane counts: {@link
 * dev.backplane.micrometer.MicrometerMetrics} fills any registry, {@link
 * dev.backplane.micrometer.MetricsPage} shows that of Prometheus.
 */
package dev.backplane.micrometer;
