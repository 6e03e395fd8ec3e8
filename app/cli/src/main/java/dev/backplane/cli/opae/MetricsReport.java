package dev.backplane.cli.opae;

import dev.backplane.api.opae.Metrics;
import dev.backplane.api.opae.Metrics.Description;
import dev.backplane.api.opae.Metrics.Threshold;
import dev.backplane.api.opae.Metrics.Value;
import dev.backplane.cli.report.Report;
import dev.backplane.cli.report.Report.ForPrograms;
import dev.backplane.cli.report.ReportText;
import java.io.PrintWriter;
import java.math.BigInteger;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Reports the metrics of a device, as often as it is asked. */
final class MetricsReport {
  private final String device;
  private final Metrics metrics;
  private final List<Description> descriptions;
  private final List<Threshold> thresholds;

  MetricsReport(String device, Metrics metrics) {
    this.device = device;
    this.metrics = metrics;
    descriptions = metrics.descriptions();
    thresholds = metrics.thresholds();
  }

  /** The values at a time. */
  record Look(
      @ForPrograms String device,
      String time,
      List<Row> metrics,
      Optional<List<Map<String, @Nullable Object>>> thresholds)
      implements Report {}

  record Row(
      long number, String group, String name, @Nullable Object value, String unit, String kind)
      implements Report {}

  /** {@return the values now} */
  Look look() {
    return look(Optional.of(thresholds.stream().map(MetricsReport::limits).toList()));
  }

  private Look look(Optional<List<Map<String, @Nullable Object>>> limits) {
    return new Look(
        device, Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(), rows(), limits);
  }

  void print(PrintWriter out) {
    ReportText.print(
        out,
        device,
        look(
            thresholds.isEmpty()
                ? Optional.empty()
                : Optional.of(thresholds.stream().map(this::usedLimits).toList())));
  }

  private List<Row> rows() {
    List<Value> values = metrics.read(descriptions.stream().map(Description::number).toList());
    return IntStream.range(0, descriptions.size())
        .mapToObj(i -> row(descriptions.get(i), values.get(i)))
        .toList();
  }

  private static Row row(Description metric, Value value) {
    return new Row(
        metric.number(),
        metric.group(),
        metric.name(),
        value.valid() ? value(metric.type(), value.bits()) : null,
        metric.units(),
        Report.word(metric.kind()).replace('_', ' '));
  }

  /** {@return a value as its type says; what could not be read is none} */
  static Object value(Metrics.Type type, long bits) {
    return switch (type) {
      case INTEGER -> bits >= 0 ? (Object) bits : new BigInteger(Long.toUnsignedString(bits));
      case FLOAT -> (double) Float.intBitsToFloat((int) bits);
      case DOUBLE -> Double.longBitsToDouble(bits);
      case BOOLEAN -> (bits & 0xff) != 0;
      case UNKNOWN -> "0x" + Long.toHexString(bits);
    };
  }

  private static Map<String, @Nullable Object> limits(Threshold threshold) {
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    row.put("name", threshold.name());
    row.put("upper_damage", limit(threshold.upperNonRecoverable()));
    row.put("upper_stop", limit(threshold.upperCritical()));
    row.put("upper_warning", limit(threshold.upperNonCritical()));
    row.put("lower_warning", limit(threshold.lowerNonCritical()));
    row.put("lower_stop", limit(threshold.lowerCritical()));
    row.put("lower_damage", limit(threshold.lowerNonRecoverable()));
    row.put("hysteresis", limit(threshold.hysteresis()));
    return row;
  }

  /** Most cards have a limit or two, not seven. */
  private Map<String, @Nullable Object> usedLimits(Threshold threshold) {
    Map<String, @Nullable Object> row = limits(threshold);
    row.keySet()
        .removeIf(kind -> thresholds.stream().allMatch(each -> limits(each).get(kind) == null));
    return row;
  }

  private static @Nullable Double limit(OptionalDouble limit) {
    return limit.isPresent() ? limit.getAsDouble() : null;
  }
}
