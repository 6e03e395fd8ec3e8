package dev.backplane.opae.door.card;

import dev.backplane.api.opae.Metrics;
import java.util.List;
import java.util.OptionalDouble;
import java.util.UUID;

/** A power in watts and a counter. */
final class TestMetrics implements Metrics {
  @Override
  public List<Description> descriptions() {
    UUID none = new UUID(0, 0);
    return List.of(
        new Description(1, none, "power:total", "power", "total", "Watts", Type.DOUBLE, Kind.POWER),
        new Description(
            7, none, "perf:clock", "perf", "clock", "", Type.INTEGER, Kind.PERFORMANCE_COUNTER));
  }

  @Override
  public List<Value> read(List<Long> numbers) {
    return numbers.stream().map(TestMetrics::value).toList();
  }

  private static Value value(long number) {
    return switch ((int) number) {
      case 1 -> new Value(1, Double.doubleToRawLongBits(12.5), true);
      case 7 -> new Value(7, 1234, true);
      default -> new Value(number, 0, false);
    };
  }

  @Override
  public List<Threshold> thresholds() {
    OptionalDouble none = OptionalDouble.empty();
    return List.of(
        new Threshold("total", none, OptionalDouble.of(99.5), none, none, none, none, none));
  }
}
