package dev.backplane.drivers.softcard.board;

/**
 * What has gone on on a card since it is under power. All numbers only grow, but the number of
 * units.
 *
 * @param cycles clock cycles of compute units
 * @param busyNanos how long compute units were busy, added up
 * @param portBytes bytes through the memory ports of compute units
 * @param hostBytes bytes between host and device memory
 * @param units compute units there are now
 */
public record Activity(long cycles, long busyNanos, long portBytes, long hostBytes, int units) {
  /** Nothing has gone on. */
  public static final Activity NONE = new Activity(0, 0, 0, 0, 0);
}
