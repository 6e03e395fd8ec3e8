package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.ErrorCode;
import dev.backplane.api.opae.Metrics;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the metrics of devices. */
@Needs(Metrics.class)
public abstract class MetricsConformance extends Conformance {
  /** A conformance class. */
  protected MetricsConformance() {}

  private Metrics metrics() {
    return rig().facet(rig().open(), Metrics.class);
  }

  @Test
  void everyMetricIsReadByItsNumber() {
    Metrics metrics = metrics();
    List<Metrics.Description> descriptions = metrics.descriptions();
    assertThat(descriptions).isNotEmpty();
    List<Long> numbers = descriptions.stream().map(Metrics.Description::number).toList();
    assertThat(numbers).doesNotHaveDuplicates();
    assertThat(metrics.read(numbers)).extracting(Metrics.Value::number).isEqualTo(numbers);
    assertThat(metrics.read(numbers.reversed()))
        .extracting(Metrics.Value::number)
        .isEqualTo(numbers.reversed());
    assertThat(metrics.read(List.of())).isEmpty();
  }

  @Test
  void aMetricIsFoundByItsName() {
    Metrics metrics = metrics();
    Metrics.Description first = metrics.descriptions().getFirst();
    assertThat(metrics.number(first.group() + ":" + first.name())).contains(first.number());
    assertThat(metrics.number("no such metric")).isEmpty();
  }

  @Test
  void aNumberThatNoMetricHasIsOutOfRange() {
    Metrics metrics = metrics();
    refuses(ErrorCode.OUT_OF_RANGE, () -> metrics.read(List.of(-1L)));
    refuses(ErrorCode.OUT_OF_RANGE, () -> metrics.read(List.of(Long.MAX_VALUE)));
  }

  @Test
  void thresholdsAreOfMetrics() {
    Metrics metrics = metrics();
    List<String> names = metrics.descriptions().stream().map(Metrics.Description::name).toList();
    assertThat(metrics.thresholds()).extracting(Metrics.Threshold::name).isSubsetOf(names);
  }
}
