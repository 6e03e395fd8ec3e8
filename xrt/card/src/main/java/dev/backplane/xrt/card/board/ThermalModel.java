package dev.backplane.xrt.card.board;

/**
 * The temperature of the FPGA: one heat capacity, one way out through a heat sink that a fan cools.
 * It moves towards ambient + power x resistance, with one time constant. Not safe for use by
 * several threads.
 */
final class ThermalModel {
  static final double SECONDS = 30;
  private static final double STILL = 1.0;
  private static final double BLOWN = 0.5;
  private static final double FAN_FROM = 40;
  private static final double FAN_TO = 80;
  private static final double LEAST_DUTY = 0.3;
  private static final double MOST_RPM = 6000;

  private final double ambient;
  private double fpga;

  ThermalModel(double ambient) {
    this.ambient = ambient;
    fpga = ambient;
  }

  /** Lets time pass under a power. */
  void pass(double seconds, double watts) {
    double end = ambient + watts * resistance();
    fpga = end + (fpga - end) * Math.exp(-seconds / SECONDS);
  }

  /** Kelvin per watt: less, the faster the fan turns. */
  private double resistance() {
    double blown = (duty() - LEAST_DUTY) / (1 - LEAST_DUTY);
    return STILL + (BLOWN - STILL) * blown;
  }

  /** {@return the duty cycle of the fan, which follows the temperature} */
  double duty() {
    double part = (fpga - FAN_FROM) / (FAN_TO - FAN_FROM);
    return LEAST_DUTY + (1 - LEAST_DUTY) * Math.clamp(part, 0, 1);
  }

  double rpm() {
    return MOST_RPM * duty();
  }

  double fpga() {
    return fpga;
  }

  /** The memory stands in the FPGA's warm air and warms itself. */
  double memory(double watts) {
    return ambient + 0.3 * (fpga - ambient) + 3 * watts;
  }

  double board() {
    return ambient + 0.4 * (fpga - ambient);
  }
}
