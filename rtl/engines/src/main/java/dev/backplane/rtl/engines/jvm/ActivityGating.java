package dev.backplane.rtl.engines.jvm;

import dev.backplane.rtl.base.RtlException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Chooses which of two sets of classes evaluates a design: one that computes everything in every
 * cycle, or one that skips chunks to which nothing has happened. Both hold the same registers,
 * which are copied when the choice changes; pins and memories are shared.
 */
final class ActivityGating {
  /** Cycles that are observed before gates are kept. */
  private static final long SAMPLE = 512;

  /** Cycles between reviews of gates that are kept. */
  private static final long REVIEW = 1 << 15;

  /** A design that was active is observed again after a time that grows by this factor. */
  private static final int PAUSE_FACTOR = 8;

  private static final long MAX_PAUSE = 1L << 32;

  private final Part[] plain;
  private final Supplier<Part[]> gates;
  private final double maxActivity;
  private Part @Nullable [] gated;
  private boolean active;
  private long pause;
  private long window;
  private long untilReview;

  /**
   * Starts without gates.
   *
   * @param plain the parts that compute everything, at power-up
   * @param cycles after how many cycles to observe the design for the first time
   * @param maxActivity the share of evaluated chunks up to which gates are kept
   * @param gates creates the parts that skip chunks
   */
  ActivityGating(Part[] plain, long cycles, double maxActivity, Supplier<Part[]> gates) {
    this.plain = plain;
    this.gates = gates;
    this.maxActivity = maxActivity;
    this.pause = cycles;
    this.untilReview = cycles;
  }

  /** Counts an edge, and says whether the choice has to be reviewed. */
  boolean isDue() {
    return --untilReview == 0;
  }

  /** Reviews the choice; returns the parts that evaluate the design from now on. */
  Part[] review() {
    Part[] skipping = gatedParts();
    if (skipping == null) {
      untilReview = Long.MAX_VALUE;
      return plain;
    }
    Part first = skipping[0];
    if (!active) {
      active = true;
      new RegisterFields(skipping).set(new RegisterFields(plain));
      first.wakeAll();
      window = SAMPLE;
    } else if ((double) first.work() / window / first.chunks() > maxActivity) {
      active = false;
      new RegisterFields(plain).set(new RegisterFields(skipping));
      pause = Math.min(PAUSE_FACTOR * pause, MAX_PAUSE);
      untilReview = pause;
      return plain;
    } else {
      window = REVIEW;
    }
    first.resetWork();
    untilReview = window;
    return skipping;
  }

  /** The parts that skip chunks; null if they do not fit: a design runs without as well. */
  private Part @Nullable [] gatedParts() {
    if (gated == null) {
      try {
        gated = gates.get();
      } catch (RtlException e) {
        return null;
      }
    }
    return gated;
  }
}
