package dev.backplane.xrt.card.board;

/**
 * Estimates the power that a card would draw if its compute units ran at their clock while they are
 * busy here. Simulation is slower than a card, so wall-clock time does not give the cycles. The
 * cycles per second of the model are the share of time in which units are busy, times their clock.
 * {@code docs/board.md} has the formulas.
 */
final class PowerModel {
  private static final double STATIC = 10;
  private static final double CLOCK_TREE = 5;
  private static final double BOARD = 3.3;
  private static final double JOULES_PER_CYCLE = 20e-9;
  private static final double JOULES_PER_BYTE = 0.12e-9;

  /** Bytes per second that four banks of DDR4 give at most. */
  private static final double MOST_BYTES = 76.8e9;

  /**
   * Power, part by part, in watts.
   *
   * @param fixed power that no clock changes: leakage and the board
   * @param units power that follows the clock: clock tree and compute units
   * @param memory power of moving bytes
   * @param fan power of the fan
   * @param cyclesPerSecond modelled cycles per second of all units together
   * @param bytesPerSecond modelled bytes per second to and from memory
   */
  record Power(
      double fixed,
      double units,
      double memory,
      double fan,
      double cyclesPerSecond,
      double bytesPerSecond) {
    double total() {
      return fixed + units + memory + fan;
    }

    /** {@return the power on the rail of the FPGA's core} */
    double core() {
      return STATIC + units;
    }

    double board() {
      return BOARD;
    }
  }

  /**
   * Computes the mean power in an interval of time.
   *
   * @param before the activity at its begin
   * @param now the activity at its end
   * @param seconds how long it was, more than 0
   * @param megahertz the clock of the units
   * @param duty the duty cycle of the fan
   */
  Power between(Activity before, Activity now, double seconds, double megahertz, double duty) {
    double busy = Math.max(0, now.busyNanos() - before.busyNanos()) / 1e9 / seconds;
    double utilisation = Math.min(Math.max(1, now.units()), busy);
    double cyclesPerSecond = utilisation * megahertz * 1e6;
    long cycles = now.cycles() - before.cycles();
    double bytesPerCycle =
        cycles <= 0 ? 0 : Math.max(0, now.portBytes() - before.portBytes()) / (double) cycles;
    double bytesPerSecond =
        Math.min(
            MOST_BYTES,
            bytesPerCycle * cyclesPerSecond
                + Math.max(0, now.hostBytes() - before.hostBytes()) / seconds);
    return new Power(
        STATIC + BOARD,
        CLOCK_TREE * megahertz / ClockGenerator.UNNAMED + JOULES_PER_CYCLE * cyclesPerSecond,
        JOULES_PER_BYTE * bytesPerSecond,
        2 * duty * duty * duty,
        cyclesPerSecond,
        bytesPerSecond);
  }
}
