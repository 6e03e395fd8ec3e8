package dev.backplane.rtl.harness;

import java.util.OptionalLong;

/**
 * Detects that an accelerator is idle: nothing that it requested is outstanding, and its registers
 * and memories are as they were some cycles ago, without progress on a bus since. As its inputs do
 * not change either, it repeats these cycles until its registers are accessed.
 */
public final class IdleDetector {
  /** Cycles between the first two looks at the state; later ones are further apart. */
  private static final int FIRST_INTERVAL = 64;

  /** Cycles without progress after which a design whose state cannot be seen counts as idle. */
  private static final int WITHOUT_STATE = 4096;

  private final CycleLoop loop;
  private OptionalLong lastState = OptionalLong.empty();
  private long lastLook;
  private int interval = FIRST_INTERVAL;

  /**
   * Looks at a kernel.
   *
   * @param kernel which, since its last reset
   */
  public IdleDetector(KernelHarness kernel) {
    this(kernel.requireLoop());
  }

  IdleDetector(CycleLoop loop) {
    this.loop = loop;
  }

  /** {@return the number of cycles to simulate before the next look at the state} */
  int interval() {
    return interval;
  }

  /** {@return whether it is idle, as far as this look and the last one tell} */
  public boolean isIdle() {
    long cycle = loop.context.cycle;
    boolean quiet = loop.idleCycles() >= cycle - lastLook;
    lastLook = cycle;
    if (loop.isBusy() || !quiet) {
      lastState = OptionalLong.empty();
      interval = FIRST_INTERVAL;
      return false;
    }
    OptionalLong state = loop.stateHash();
    if (state.isEmpty()) {
      return loop.idleCycles() >= WITHOUT_STATE;
    }
    boolean same = state.equals(lastState);
    lastState = state;
    interval = Math.min(interval * 2, CycleLoop.BATCH_CYCLES);
    return same;
  }
}
