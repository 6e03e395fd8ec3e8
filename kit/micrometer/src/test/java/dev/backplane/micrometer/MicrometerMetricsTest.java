package dev.backplane.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.Device;
import dev.backplane.api.Kernel;
import dev.backplane.api.Kernels;
import dev.backplane.runtime.Backplane;
import dev.backplane.runtime.metrics.Metric;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Runs on the null device are counted in registries of Micrometer. */
final class MicrometerMetricsTest {
  private static final Duration LONG = Duration.ofMinutes(1);

  private static void work(MeterRegistry registry) {
    try (Backplane backplane =
            Backplane.builder().builtIn().metrics(new MicrometerMetrics(registry)).open();
        Device device = backplane.token("null/null0").open()) {
      Kernel kernel = device.facet(Kernels.class).kernel("nothing");
      try (Buffer data = kernel.buffer("data", 64)) {
        data.sync();
        kernel.start(data, 1).await(LONG);
        kernel.start(data, 2).await(LONG);
      }
      assertThatThrownBy(() -> kernel.start(1)).isInstanceOf(BackplaneException.class);
    }
  }

  @Test
  void aRegistryHasMetersWithTags() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    work(registry);
    assertThat(
            registry
                .get("backplane.runs.started")
                .tags("device", "null/null0", "driver", "null", "kernel", "nothing")
                .counter()
                .count())
        .isEqualTo(2);
    assertThat(registry.get("backplane.runs.ended").tags("outcome", "completed").counter().count())
        .isEqualTo(2);
    assertThat(registry.get("backplane.run").tags("kernel", "nothing").timer().count())
        .isEqualTo(2);
    assertThat(registry.get("backplane.wait").tags("kernel", "nothing").timer().count())
        .isEqualTo(2);
    assertThat(
            registry.get("backplane.transferred").tags("direction", "to_device").counter().count())
        .isEqualTo(64);
    assertThat(registry.get("backplane.transferred").counter().getId().getBaseUnit())
        .isEqualTo("bytes");
    assertThat(
            registry
                .get("backplane.errors")
                .tags("code", "NO_SUCH_ARGUMENT", "category", "usage")
                .counter()
                .count())
        .isEqualTo(1);
  }

  @Test
  void prometheusReadsTheNamesThatMetricsHave() {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    work(registry);
    String page = registry.scrape();
    assertThat(page)
        .contains(
            "backplane_runs_started_total{device=\"null/null0\",driver=\"null\",kernel=\"nothing\"}"
                + " 2.0",
            "backplane_transferred_bytes_total{device=\"null/null0\",direction=\"to_device\","
                + "driver=\"null\"} 64.0",
            "# TYPE backplane_run_seconds summary",
            "backplane_run_seconds_count{device=\"null/null0\",driver=\"null\",kernel=\"nothing\"}"
                + " 2");
  }

  @Test
  void everyMetricKeepsItsNameForPrometheus() {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    MicrometerMetrics metrics = new MicrometerMetrics(registry);
    for (Metric metric : Metric.values()) {
      List<String> labels = metric.labels().stream().map(label -> "some " + label).toList();
      metrics.meter(metric, labels).add(1_500_000_000);
      // Asked again, it is the same series.
      metrics.meter(metric, labels).add(0);
    }
    String page = registry.scrape();
    assertThat(Stream.of(Metric.values()).map(Metric::text))
        .allSatisfy(name -> assertThat(page).containsPattern("(?m)^" + name + "(_sum)?\\{"));
    assertThat(page)
        .containsPattern("backplane_run_seconds_sum\\{.*} 1\\.5\n")
        .containsPattern("backplane_run_seconds_count\\{.*} 2\n");
  }
}
