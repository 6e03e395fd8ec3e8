package dev.backplane.rtl.harness.axi;

import org.jspecify.annotations.Nullable;

/**
 * Cycles in which all channels of a group of masters do what they did in the cycle before. Between
 * two events (a burst begins or ends, a latency has passed, a VALID or READY changes), a channel
 * moves one beat after the other, waits, or is idle. So such cycles are counted, only data and what
 * the rules say of waiting payload is looked at, and the channels hear of the count when it ends.
 */
final class SteadyCycles {
  private final boolean allowed;
  private ReadChannel[] reads = {};
  private WriteChannel[] writes = {};

  /**
   * The first of the channels that move a beat in every cycle, and of the addresses that wait; each
   * has the next one. An array would have to be read before its elements, in every cycle.
   */
  private @Nullable ReadChannel movingReads;

  private @Nullable WriteChannel movingWrites;
  private @Nullable AddressChannel waiting;

  /** The handshakes of each of the cycles. */
  private long handshakes;

  /** The number of further cycles that may be steady. */
  private long left;

  /** The cycles that the channels have not heard of. */
  private int passed;

  private long total;

  /**
   * Creates it without channels.
   *
   * @param allowed false if channels decide at random, or are to be evaluated in every cycle
   */
  SteadyCycles(boolean allowed) {
    this.allowed = allowed;
  }

  /** Sets the channels, after all were added. */
  void connect(ReadChannel[] allReads, WriteChannel[] allWrites) {
    reads = allReads;
    writes = allWrites;
  }

  /**
   * Samples a cycle if it is such a one.
   *
   * @param seen its handshakes
   * @param before the handshakes of the cycle before
   * @return false if each channel has to sample, and to drive
   */
  boolean sample(long seen, long before) {
    if (left == 0 || seen != handshakes) {
      end();
      if (!allowed || seen != before || !begin(seen)) {
        return false;
      }
    }
    for (AddressChannel each = waiting; each != null; each = each.nextWaiting) {
      if (!each.isStable()) {
        end();
        return false;
      }
    }
    for (WriteChannel each = movingWrites; each != null; each = each.nextMoving) {
      if (!each.continuesRun()) {
        end();
        return false;
      }
    }
    try {
      for (WriteChannel each = movingWrites; each != null; each = each.nextMoving) {
        each.storeBeat(passed + 1);
      }
    } catch (IllegalStateException freed) {
      end(); // A beat that was stored is stored once more.
      return false;
    }
    return true;
  }

  /**
   * Drives the inputs of the kernel after a cycle that was sampled here.
   *
   * @return false if each channel has to drive
   */
  boolean drive() {
    left--;
    passed++;
    try {
      for (ReadChannel each = movingReads; each != null; each = each.nextMoving) {
        each.presentBeat(passed);
      }
      return true;
    } catch (IllegalStateException freed) {
      end();
      for (ReadChannel each = movingReads; each != null; each = each.nextMoving) {
        each.retractBeat();
      }
      return false;
    }
  }

  private boolean begin(long seen) {
    long most = Long.MAX_VALUE;
    movingReads = null;
    movingWrites = null;
    waiting = null;
    for (ReadChannel each : reads) {
      most = Math.min(most, each.steadyCycles(seen));
      if (most <= 0) {
        return false;
      }
      if (each.isMoving(seen)) {
        each.nextMoving = movingReads;
        movingReads = each;
      }
      addWaiting(each.addresses());
    }
    // From the last one on, so that the list has the order in which they store.
    for (int i = writes.length - 1; i >= 0; i--) {
      WriteChannel each = writes[i];
      most = Math.min(most, each.steadyCycles(seen));
      if (most <= 0) {
        return false;
      }
      if (each.isMoving(seen)) {
        each.nextMoving = movingWrites;
        movingWrites = each;
      }
      addWaiting(each.addresses());
    }
    handshakes = seen;
    left = Math.min(most, Integer.MAX_VALUE);
    return true;
  }

  private void addWaiting(AddressChannel channel) {
    if (channel.isWaiting()) {
      channel.nextWaiting = waiting;
      waiting = channel;
    }
  }

  /** Tells the channels of the cycles so far. */
  void count() {
    if (passed > 0) {
      for (ReadChannel each : reads) {
        each.pass(handshakes, passed);
      }
      for (WriteChannel each : writes) {
        each.pass(handshakes, passed);
      }
      total += passed;
      passed = 0;
    }
  }

  /** {@return the number of steady cycles so far} */
  long total() {
    count();
    return total;
  }

  private void end() {
    count();
    left = 0;
  }
}
