package dev.backplane.micrometer;

import dev.backplane.runtime.metrics.Metric;
import dev.backplane.runtime.metrics.Metrics;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Puts what Backplane counts into a registry of Micrometer.
 *
 * {@snippet :
 * try (Backplane backplane = Backplane.builder().metrics(new MicrometerMetrics(registry)).open()) {
 *   // The registry has meters such as backplane.runs.started, with tags device, driver, kernel.
 * }
 * }
 *
 * <p>Names are those of {@link Metric} in Micrometer's convention, so that the registry for
 * Prometheus makes {@link Metric#text} of them. Safe for use by several threads.
 */
public final class MicrometerMetrics implements Metrics {
  private static final String BYTES = "bytes";

  private final MeterRegistry registry;

  /**
   * Metrics that go into a registry.
   *
   * @param registry gets the meters; who made it closes it
   */
  public MicrometerMetrics(MeterRegistry registry) {
    this.registry = registry;
  }

  /**
   * {@return the name of a metric in Micrometer's convention: with dots, and without the unit}
   *
   * @param metric the metric
   */
  public static String name(Metric metric) {
    return metric.text().replaceFirst("(_bytes)?_total$|_seconds$", "").replace('_', '.');
  }

  @Override
  public Meter meter(Metric metric, List<String> labels) {
    List<Tag> tags = new ArrayList<>();
    for (int i = 0; i < labels.size(); i++) {
      tags.add(Tag.of(metric.labels().get(i), labels.get(i)));
    }
    return switch (metric.kind()) {
      case TIME -> {
        Timer timer =
            Timer.builder(name(metric))
                .description(metric.description())
                .tags(tags)
                .register(registry);
        yield nanos -> timer.record(nanos, TimeUnit.NANOSECONDS);
      }
      case COUNT -> counter(Counter.builder(name(metric)), metric, tags);
      case BYTES -> counter(Counter.builder(name(metric)).baseUnit(BYTES), metric, tags);
    };
  }

  private Meter counter(Counter.Builder builder, Metric metric, List<Tag> tags) {
    Counter counter = builder.description(metric.description()).tags(tags).register(registry);
    return counter::increment;
  }
}
