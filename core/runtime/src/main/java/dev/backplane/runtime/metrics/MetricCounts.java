package dev.backplane.runtime.metrics;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/**
 * Keeps counts in memory, for a program that reads them itself. Safe for use by several threads.
 */
public final class MetricCounts implements Metrics {
  /**
   * The sum of a series so far.
   *
   * @param metric what was counted
   * @param labels the values of its labels, in their order
   * @param count how often something was added; of {@link Metric.Kind#TIME} how many were timed
   * @param total the sum of what was added; of {@link Metric.Kind#TIME} in nanoseconds
   */
  public record Sample(Metric metric, List<String> labels, long count, long total) {
    /** Copies the list. */
    public Sample {
      labels = List.copyOf(labels);
    }

    /**
     * {@return the value of a label}
     *
     * @param name one of {@link Metric#labels}
     */
    public String label(String name) {
      return labels.get(metric.labels().indexOf(name));
    }
  }

  private record Key(Metric metric, List<String> labels) {}

  /** The counts of a series. Others than times need no second adder. */
  private record Series(LongAdder count, LongAdder total) implements Meter {
    static Series of(Metric metric) {
      LongAdder count = new LongAdder();
      return new Series(count, metric.kind() == Metric.Kind.COUNT ? count : new LongAdder());
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // Of plain counts both are one adder.
    public void add(long amount) {
      if (count == total) {
        total.add(amount);
      } else {
        count.increment();
        total.add(amount);
      }
    }
  }

  private final Map<Key, Series> series = new ConcurrentHashMap<>();

  /** Counts that are all zero. */
  public MetricCounts() {}

  @Override
  public Meter meter(Metric metric, List<String> labels) {
    return series.computeIfAbsent(
        new Key(metric, List.copyOf(labels)), key -> Series.of(key.metric()));
  }

  /**
   * {@return all series as they are now, by metric and labels; what is added meanwhile may be in it
   * or not}
   */
  public List<Sample> snapshot() {
    return series.entrySet().stream()
        .map(
            entry ->
                new Sample(
                    entry.getKey().metric(),
                    entry.getKey().labels(),
                    entry.getValue().count().sum(),
                    entry.getValue().total().sum()))
        .sorted(
            Comparator.comparing(Sample::metric)
                .thenComparing(sample -> String.join("\n", sample.labels())))
        .toList();
  }

  /**
   * Adds up the totals of the series that have all these values of labels.
   *
   * @param metric what was counted
   * @param labels values, of any of its labels
   * @return the sum of the totals
   */
  public long total(Metric metric, String... labels) {
    return matching(metric, labels).mapToLong(Sample::total).sum();
  }

  /**
   * Adds up the counts of the series that have all these values of labels.
   *
   * @param metric what was counted
   * @param labels values, of any of its labels
   * @return the sum of the counts
   */
  public long count(Metric metric, String... labels) {
    return matching(metric, labels).mapToLong(Sample::count).sum();
  }

  private Stream<Sample> matching(Metric metric, String... labels) {
    List<String> wanted = Arrays.asList(labels);
    return snapshot().stream()
        .filter(sample -> sample.metric() == metric && sample.labels().containsAll(wanted));
  }
}
