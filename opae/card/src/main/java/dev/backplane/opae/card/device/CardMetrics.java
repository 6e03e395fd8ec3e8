package dev.backplane.opae.card.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.opae.Metrics;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.UUID;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/** The metrics of a resource of the card: counters, and values of a model, whose names say so. */
public final class CardMetrics implements Metrics {
  private static final UUID DEVICE = new UUID(0, 0);

  private record Metric(Description description, LongSupplier bits) {}

  private final List<Metric> metrics = new ArrayList<>();
  private final List<Threshold> thresholds = new ArrayList<>();

  /** Nothing is measured. */
  public CardMetrics() {}

  /** Adds a counter. Returns this. */
  public CardMetrics counter(UUID guid, Kind kind, String group, String name, LongSupplier value) {
    add(guid, kind, Type.INTEGER, group, name, "", value);
    return this;
  }

  /** Adds a value of a model, with the limit above which a card would warn. Returns this. */
  public CardMetrics modelled(
      Kind kind, String group, String quantity, String units, double limit, DoubleSupplier value) {
    String name = "modelled_" + quantity;
    add(
        DEVICE,
        kind,
        Type.DOUBLE,
        group,
        name,
        units,
        () -> Double.doubleToRawLongBits(value.getAsDouble()));
    OptionalDouble none = OptionalDouble.empty();
    thresholds.add(
        new Threshold(name, none, none, OptionalDouble.of(limit), none, none, none, none));
    return this;
  }

  private void add(
      UUID guid, Kind kind, Type type, String group, String name, String units, LongSupplier bits) {
    metrics.add(
        new Metric(
            new Description(
                metrics.size() + 1L, guid, group + ":" + name, group, name, units, type, kind),
            bits));
  }

  @Override
  public List<Description> descriptions() {
    return metrics.stream().map(Metric::description).toList();
  }

  @Override
  public List<Value> read(List<Long> numbers) {
    return numbers.stream().map(this::value).toList();
  }

  private Value value(long number) {
    if (number < 1 || number > metrics.size()) {
      throw BackplaneException.because(
              ErrorCode.OUT_OF_RANGE,
              "there is no metric %d, only 1 to %d".formatted(number, metrics.size()))
          .build();
    }
    return new Value(number, metrics.get((int) number - 1).bits().getAsLong(), true);
  }

  @Override
  public List<Threshold> thresholds() {
    return List.copyOf(thresholds);
  }
}
