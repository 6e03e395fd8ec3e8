package dev.backplane.xrt.card.unit;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.harness.KernelHarness;
import java.time.Duration;

/**
 * An execution of RTL that its owner started through the control register. While the owner polls
 * that register, the execution goes on in the owner's thread, and an answer with nothing new is
 * held for a moment; while it does not, in the unit's thread. Both read the register, of which some
 * bits are cleared by reading: those that the owner has not read are kept.
 *
 * <p>A kernel that is stuck, by the rule of the watchdog, is left at rest: its owner may still be
 * about to write the register that it waits for. If the owner reads its state instead, it has
 * failed, because nothing else can move it and the owner would poll for ever. One whose registers
 * were not accessed for long is left at rest too; the next access moves it on.
 */
final class RtlStarted {
  private static final long CONTROL = 0;
  private static final int START = 1;
  private static final int DONE = 1 << 1;
  private static final int IDLE = 1 << 2;
  private static final int READY = 1 << 3;
  private static final int CONTINUE = 1 << 4;
  private static final int AUTO_RESTART = 1 << 7;

  /** While its buses move, the kernel is not done; looked at every so many cycles. */
  private static final int STEP = 32;

  /** Cycles between looks at the control register; it may end without its buses coming to rest. */
  private static final int LOOK = 256;

  /** Cycles in which what is on its way may end after the kernel says done. */
  private static final int DRAIN = 1024;

  /** For so many cycles an answer is held that says nothing new, unless they take too long. */
  private static final long HOLD = 1 << 14;

  private static final long HOLD_NANOS = Duration.ofMillis(20).toNanos();
  private static final long PATIENCE = Duration.ofSeconds(10).toNanos();

  private final KernelHarness harness;
  private final boolean chained;

  private boolean executing;

  /** It starts itself again and again, so that there is no end to wait for. */
  private boolean automatic;

  private long begun;
  private long cycles = -1;
  private int unread;

  /** The cycle in which the owner last wrote a register, or moved it by other means. */
  private long told;

  private long accessed;

  /**
   * Nothing is executed yet.
   *
   * @param chained whether the kernel's protocol is ap_ctrl_chain
   */
  RtlStarted(KernelHarness harness, boolean chained) {
    this.harness = harness;
    this.chained = chained;
  }

  boolean isExecuting() {
    return executing;
  }

  /** {@return whether the kernel has anything to do} */
  boolean isOn() {
    return executing || automatic;
  }

  /** {@return whether it starts itself again and again} */
  boolean isAutomatic() {
    return automatic;
  }

  /** {@return cycles of the last execution; -1 if none has ended} */
  long cycles() {
    return cycles;
  }

  /** {@return bits that others have read and the owner was not told} */
  int takeUnread() {
    int bits = unread;
    unread = 0;
    return bits;
  }

  /** The owner has written a register other than the control register. */
  void written() {
    told = harness.cycles();
  }

  /** The owner has read a register other than the control register. */
  void looked() {
    accessed = System.nanoTime();
    if (executing) {
      harness.checkProgress(told);
    }
  }

  /** The owner has written the control register. */
  void written(int value) {
    accessed = System.nanoTime();
    told = harness.cycles();
    if ((value & CONTINUE) != 0) {
      unread &= ~DONE;
    }
    boolean before = automatic;
    automatic = (value & AUTO_RESTART) != 0;
    if (automatic) {
      executing = false;
    } else if (!executing && (before || (value & START) != 0)) {
      executing = true;
      begun = told;
      harness.clearStatistics();
    }
  }

  /** The owner reads the control register. */
  int read() {
    accessed = System.nanoTime();
    int first = look();
    int seen = first;
    long end = harness.cycles() + HOLD;
    while (executing
        && seen == first
        && (seen & (DONE | IDLE)) == 0
        && !isAtRest()
        && harness.cycles() < end
        && System.nanoTime() - accessed < HOLD_NANOS) {
      step();
      seen = look();
    }
    accessed = System.nanoTime();
    if (executing && seen == first) {
      harness.checkProgress(told);
    }
    return seen | takeUnread();
  }

  /** Goes on until it ends, comes to rest, or registers wait to be accessed. */
  void goOn(UnitModel.Supervisor supervisor) {
    while (executing && !isAtRest() && !supervisor.registersWait()) {
      if (supervisor.cancelled()) {
        throw new RtlException(
            RtlError.CANCELLED,
            "The run was cancelled after " + (harness.cycles() - begun) + " cycles");
      }
      step();
      look();
    }
  }

  /** {@return whether nothing happens until a register is accessed} */
  boolean isAtRest() {
    return !executing || harness.isStuck(told) || System.nanoTime() - accessed > PATIENCE;
  }

  private void step() {
    int left = LOOK;
    long idle;
    do {
      harness.advance(STEP);
      left -= STEP;
      idle = harness.idleCycles();
    } while (left > 0 && (idle < STEP || idle >= 2 * STEP));
  }

  private int look() {
    int seen = harness.readRegister(CONTROL);
    unread |= seen & (DONE | READY);
    if (executing && ((seen & (IDLE | START)) == IDLE || (!chained && (seen & DONE) != 0))) {
      executing = false;
      cycles = harness.cycles() - begun;
      for (int left = DRAIN; left > 0 && harness.idleCycles() < STEP; left -= STEP) {
        harness.advance(STEP);
      }
    }
    return seen;
  }
}
