package dev.backplane.runtime.meter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.RunState;
import dev.backplane.runtime.metrics.Metric;
import dev.backplane.runtime.metrics.MetricCounts;
import dev.backplane.runtime.metrics.MetricCounts.Sample;
import dev.backplane.runtime.metrics.Metrics;
import dev.backplane.tck.Allocation;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Meters of a device: how many there are, and what adding to them makes. */
final class DeviceMetersTest {
  private static final int CALLS = 20_000;

  private final MetricCounts counts = new MetricCounts();
  private final Meters meters = new Meters(List.of(counts));

  @Test
  void kernelsBeyondSoManyShareASeries() {
    DeviceMeters device = meters.of("one/dev0", "scripted");
    for (int i = 0; i < 3 * Metric.MOST_KERNELS; i++) {
      device.kernel("kernel" + i).started().add(1);
    }
    List<Sample> started =
        counts.snapshot().stream().filter(s -> s.metric() == Metric.RUNS_STARTED).toList();
    assertThat(started).hasSize(Metric.MOST_KERNELS + 1);
    assertThat(counts.total(Metric.RUNS_STARTED, Metric.OTHER_KERNELS))
        .isEqualTo(2L * Metric.MOST_KERNELS);
    assertThat(counts.total(Metric.RUNS_STARTED)).isEqualTo(3L * Metric.MOST_KERNELS);
  }

  @Test
  void theSizeOfATransferIsNoName() {
    var unit = meters.unit("one/dev0", "queue 1");
    unit.span("MemBufferRead 8 bytes", 0, 5);
    unit.span("MemBufferRead 16 bytes", 5, 10);
    assertThat(counts.snapshot())
        .singleElement()
        .isEqualTo(
            new Sample(Metric.UNIT_TIME, List.of("one/dev0", "queue 1", "MemBufferRead"), 2, 10));
  }

  @Test
  void countingARunMakesNothing() {
    DeviceMeters device = meters.of("one/dev0", "scripted");
    KernelMeters kernel = device.kernel("twice");
    Allocation.assertLessThan(
        CALLS,
        () -> {
          for (int i = 0; i < CALLS; i++) {
            device.kernel("twice").started().add(1);
            kernel.ended(RunState.COMPLETED, i);
            kernel.waits().add(i);
            device.toDevice().add(i);
          }
        });
  }

  @Test
  void allMetricsThatAreGivenTakeWhatIsCounted() {
    MetricCounts other = new MetricCounts();
    new Meters(List.of(counts, other, (metric, labels) -> Metrics.Meter.NONE))
        .of("one/dev0", "scripted")
        .toDevice()
        .add(3);
    assertThat(counts.total(Metric.TRANSFERRED)).isEqualTo(3);
    assertThat(other.total(Metric.TRANSFERRED)).isEqualTo(3);
  }
}
