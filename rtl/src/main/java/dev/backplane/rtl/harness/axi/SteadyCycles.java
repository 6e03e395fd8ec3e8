package dev.backplane.rtl.harness.axi;

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

  /** Channels that move a beat in every cycle, and addresses that wait. */
  private ReadChannel[] movingReads = {};

  private WriteChannel[] movingWrites = {};
  private AddressChannel[] waiting = {};
  private int movingReadCount;
  private int movingWriteCount;
  private int waitingCount;

  /** The handshakes of each of the cycles. */
  private long handshakes;

  /** How many more cycles may follow. */
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
    movingReads = new ReadChannel[reads.length];
    movingWrites = new WriteChannel[writes.length];
    waiting = new AddressChannel[reads.length + writes.length];
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
    for (int i = 0; i < waitingCount; i++) {
      if (!waiting[i].isStable()) {
        end();
        return false;
      }
    }
    for (int i = 0; i < movingWriteCount; i++) {
      if (!movingWrites[i].isFullMiddleBeat()) {
        end();
        return false;
      }
    }
    try {
      for (int i = 0; i < movingWriteCount; i++) {
        movingWrites[i].storeBeat(passed + 1);
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
      for (int i = 0; i < movingReadCount; i++) {
        movingReads[i].presentBeat(passed);
      }
      return true;
    } catch (IllegalStateException freed) {
      end();
      for (int i = 0; i < movingReadCount; i++) {
        movingReads[i].retractBeat();
      }
      return false;
    }
  }

  private boolean begin(long seen) {
    long most = Long.MAX_VALUE;
    movingReadCount = 0;
    movingWriteCount = 0;
    waitingCount = 0;
    for (ReadChannel each : reads) {
      most = Math.min(most, each.steadyCycles(seen));
      if (most <= 0) {
        return false;
      }
      if (each.isMoving(seen)) {
        movingReads[movingReadCount++] = each;
      }
      addWaiting(each.addresses());
    }
    for (WriteChannel each : writes) {
      most = Math.min(most, each.steadyCycles(seen));
      if (most <= 0) {
        return false;
      }
      if (each.isMoving(seen)) {
        movingWrites[movingWriteCount++] = each;
      }
      addWaiting(each.addresses());
    }
    handshakes = seen;
    left = Math.min(most, Integer.MAX_VALUE);
    return true;
  }

  private void addWaiting(AddressChannel channel) {
    if (channel.isWaiting()) {
      waiting[waitingCount++] = channel;
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

  /** All such cycles so far. */
  long total() {
    count();
    return total;
  }

  private void end() {
    count();
    left = 0;
  }
}
