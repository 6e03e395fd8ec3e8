package dev.backplane.cli.opae;

import dev.backplane.api.opae.Metrics;
import dev.backplane.api.opae.Metrics.Description;
import dev.backplane.api.opae.Metrics.Threshold;
import dev.backplane.api.opae.Metrics.Value;
import dev.backplane.cli.report.ReportText;
import java.io.PrintWriter;
import java.math.BigInteger;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
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

  /** {@return the values now} */
  Map<String, @Nullable Object> look() {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    map.put("device", device);
    map.put("time", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    map.put("metrics", rows());
    map.put("thresholds", thresholds.stream().map(MetricsReport::limits).toList());
    return map;
  }

  void print(PrintWriter out) {
    Map<String, @Nullable Object> look = look();
    look.remove("device");
    if (thresholds.isEmpty()) {
      look.remove("thresholds");
    } else {
      look.put("thresholds", thresholds.stream().map(this::usedLimits).toList());
    }
    ReportText.print(out, device, look);
  }

  private List<Map<String, @Nullable Object>> rows() {
    List<Value> values = metrics.read(descriptions.stream().map(Description::number).toList());
    List<Map<String, @Nullable Object>> rows = new ArrayList<>();
    for (int i = 0; i < descriptions.size(); i++) {
      Description each = descriptions.get(i);
      Map<String, @Nullable Object> row = new LinkedHashMap<>();
      row.put("number", each.number());
      row.put("group", each.group());
      row.put("name", each.name());
      row.put("value", values.get(i).valid() ? value(each.type(), values.get(i).bits()) : null);
      row.put("unit", each.units());
      row.put("kind", each.kind().name().toLowerCase(Locale.ROOT).replace('_', ' '));
      rows.add(row);
    }
    return rows;
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
