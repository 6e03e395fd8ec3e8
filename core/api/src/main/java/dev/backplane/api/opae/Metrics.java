package dev.backplane.api.opae;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Facet;
import dev.backplane.api.contract.Operation;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.UUID;

/**
 * The ability to be measured: power, temperatures, counters of the device and of its accelerator.
 * Safe for use by several threads.
 */
public interface Metrics extends Facet {
  /** The kind of quantity that a metric measures. */
  enum Kind {
    /** Power, voltages, currents. */
    POWER,
    /** Temperatures. */
    THERMAL,
    /** Counters of the device. */
    PERFORMANCE_COUNTER,
    /** A count that an accelerator makes. */
    AFU,
    /** Something else. */
    UNKNOWN
  }

  /** The data type of a value. */
  enum Type {
    /** A whole number without a sign. */
    INTEGER,
    /** A number of single precision. */
    FLOAT,
    /** A number of double precision. */
    DOUBLE,
    /** Yes or no. */
    BOOLEAN,
    /** Bits of an unknown kind. */
    UNKNOWN
  }

  /**
   * A metric.
   *
   * @param number its number, by which it is read
   * @param guid of the accelerator that has it; zeros if it is the device's
   * @param qualifier group and name in one text
   * @param group what it belongs to, for example {@code power_mgmt}
   * @param name its name in the group
   * @param units its unit, for example {@code Watts}
   * @param type what its value is
   * @param kind what it is about
   */
  record Description(
      long number,
      UUID guid,
      String qualifier,
      String group,
      String name,
      String units,
      Type type,
      Kind kind) {}

  /**
   * A value.
   *
   * @param number the number of its metric
   * @param bits the value: a whole number, or the bits of {@link Double#doubleToRawLongBits} or, in
   *     the lower half, {@link Float#floatToRawIntBits}
   * @param valid whether it could be read
   */
  record Value(long number, long bits, boolean valid) {}

  /**
   * The limits of a metric.
   *
   * @param name the name of the metric
   * @param upperNonRecoverable above it the device is damaged
   * @param upperCritical above it the device does not work
   * @param upperNonCritical above it the device warns
   * @param lowerNonRecoverable below it the device is damaged
   * @param lowerCritical below it the device does not work
   * @param lowerNonCritical below it the device warns
   * @param hysteresis how far it has to go back to be normal again
   */
  record Threshold(
      String name,
      OptionalDouble upperNonRecoverable,
      OptionalDouble upperCritical,
      OptionalDouble upperNonCritical,
      OptionalDouble lowerNonRecoverable,
      OptionalDouble lowerCritical,
      OptionalDouble lowerNonCritical,
      OptionalDouble hysteresis) {}

  /** {@return the metrics, by number} */
  @Operation("list the metrics of")
  List<Description> descriptions();

  /**
   * Reads some metrics.
   *
   * @param numbers which
   * @return their values in that order
   * @throws BackplaneException {@link ErrorCode#OUT_OF_RANGE} if there is none of such a number
   */
  @Operation("read the metrics of")
  List<Value> read(List<Long> numbers);

  /** {@return the limits of those metrics that have some} */
  @Operation("list the thresholds of")
  List<Threshold> thresholds();

  /**
   * {@return the number of a metric}
   *
   * @param name its name, or group and name with a colon between
   */
  @Operation("find metric {0} of")
  default Optional<Long> number(String name) {
    for (Description each : descriptions()) {
      if (each.name().equals(name) || name.equals(each.group() + ":" + each.name())) {
        return Optional.of(each.number());
      }
    }
    return Optional.empty();
  }
}
