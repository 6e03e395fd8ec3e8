package dev.backplane.xrt.card.board;

/**
 * The activity of a card since power-up. All numbers only grow, except the number of units.
 *
 * @param cycles clock cycles of compute units
 * @param busyNanos how long compute units were busy, summed over the units
 * @param portBytes bytes through the memory ports of compute units
 * @param hostBytes bytes between host and device memory
 * @param units how many compute units there are now
 */
public record Activity(long cycles, long busyNanos, long portBytes, long hostBytes, int units) {
  /** Nothing has gone on. */
  public static final Activity NONE = new Activity(0, 0, 0, 0, 0);

  /** {@return both together} */
  public Activity plus(Activity other) {
    return new Activity(
        cycles + other.cycles,
        busyNanos + other.busyNanos,
        portBytes + other.portBytes,
        hostBytes + other.hostBytes,
        units + other.units);
  }

  /** {@return the same of compute units that are no more} */
  public Activity withoutUnits() {
    return new Activity(cycles, busyNanos, portBytes, hostBytes, 0);
  }

  /** {@return the same with what the host moved} */
  public Activity withHostBytes(long bytes) {
    return new Activity(cycles, busyNanos, portBytes, bytes, units);
  }
}
