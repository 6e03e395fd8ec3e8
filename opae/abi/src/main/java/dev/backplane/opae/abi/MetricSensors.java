package dev.backplane.opae.abi;

import dev.backplane.api.board.Quantity;
import dev.backplane.api.board.Sensor;
import dev.backplane.api.board.Sensors;
import dev.backplane.api.opae.Metrics;
import dev.backplane.api.opae.Metrics.Description;
import dev.backplane.api.opae.Metrics.Kind;
import dev.backplane.api.opae.Metrics.Threshold;
import dev.backplane.api.opae.Metrics.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/** The sensors among the metrics of a device: those of power and temperature. Thread-safe. */
public final class MetricSensors implements Sensors {
  private static final double MILLI = 1e-3;

  private final Metrics metrics;
  private final Sensor.Origin origin;

  /**
   * Makes sensors of metrics.
   *
   * @param metrics the metrics
   * @param origin where their values come from
   */
  public MetricSensors(Metrics metrics, Sensor.Origin origin) {
    this.metrics = metrics;
    this.origin = origin;
  }

  @Override
  public List<Sensor> sensors() {
    List<Description> physical =
        metrics.descriptions().stream()
            .filter(each -> each.kind() == Kind.POWER || each.kind() == Kind.THERMAL)
            .toList();
    Map<String, Threshold> thresholds = new HashMap<>();
    metrics.thresholds().forEach(each -> thresholds.put(each.name(), each));
    List<Value> values = metrics.read(physical.stream().map(Description::number).toList());
    List<Sensor> sensors = new ArrayList<>();
    for (int i = 0; i < physical.size(); i++) {
      double value = number(physical.get(i), values.get(i));
      if (values.get(i).valid() && Double.isFinite(value)) {
        sensors.add(sensor(physical.get(i), value, thresholds));
      }
    }
    return sensors;
  }

  private Sensor sensor(Description metric, double value, Map<String, Threshold> thresholds) {
    double scale = scale(metric);
    Threshold limits = thresholds.get(metric.name());
    return new Sensor(
        metric.group() + ":" + metric.name(),
        quantity(metric),
        scale * value,
        limits == null ? OptionalDouble.empty() : scaled(scale, limits.upperNonCritical()),
        limits == null ? OptionalDouble.empty() : scaled(scale, limits.upperCritical()),
        origin);
  }

  private static OptionalDouble scaled(double scale, OptionalDouble limit) {
    return limit.isPresent() ? OptionalDouble.of(scale * limit.getAsDouble()) : limit;
  }

  private static double number(Description metric, Value value) {
    return switch (metric.type()) {
      case INTEGER, BOOLEAN -> value.bits();
      case FLOAT -> Float.intBitsToFloat((int) value.bits());
      case DOUBLE -> Double.longBitsToDouble(value.bits());
      case UNKNOWN -> Double.NaN;
    };
  }

  /** Metrics of power are also voltages and currents, as their units say. */
  private static Quantity quantity(Description metric) {
    String units = metric.units().toLowerCase(Locale.ROOT);
    if (metric.kind() == Kind.THERMAL) {
      return Quantity.TEMPERATURE;
    }
    return units.contains("volt")
        ? Quantity.VOLTAGE
        : units.contains("amp") ? Quantity.CURRENT : Quantity.POWER;
  }

  private static double scale(Description metric) {
    return metric.units().toLowerCase(Locale.ROOT).startsWith("milli") ? MILLI : 1;
  }
}
