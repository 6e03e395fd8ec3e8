package dev.backplane.api.board;

import java.util.OptionalDouble;

/**
 * A sensor and its value.
 *
 * @param name its name, for example {@code fpga}; unique among sensors of the same quantity
 * @param quantity what it measures
 * @param value its value now, in the quantity's unit
 * @param warning the value from which on it deserves a warning
 * @param critical the value from which on it is an error
 * @param origin where the value comes from
 */
public record Sensor(
    String name,
    Quantity quantity,
    double value,
    OptionalDouble warning,
    OptionalDouble critical,
    Origin origin) {
  /** The source of a value. */
  public enum Origin {
    /** A sensor of real hardware. */
    MEASURED,
    /** A model, because no board is there to measure. */
    MODELLED
  }
}
