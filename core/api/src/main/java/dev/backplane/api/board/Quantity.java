package dev.backplane.api.board;

/** A physical quantity that a {@link Sensor} measures, with its unit. */
public enum Quantity {
  /** Power. */
  POWER("W"),
  /** Temperature. */
  TEMPERATURE("C"),
  /** Voltage. */
  VOLTAGE("V"),
  /** Current. */
  CURRENT("A"),
  /** Speed of a fan. */
  FAN("rpm");

  private final String unit;

  Quantity(String unit) {
    this.unit = unit;
  }

  /** {@return the unit as it is printed} */
  public String unit() {
    return unit;
  }
}
