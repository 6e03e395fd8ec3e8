package dev.backplane.rtl.harness;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Distinguishes stuck kernels from computing ones. It costs nothing in the cycle loop: if there was
 * no progress on any bus for the cycles of the limit, it computes a hash of the registers and
 * memories of the design, and again some cycles later. A kernel with the same state twice, and
 * without a new command, is stuck for ever. A kernel whose state changes may be computing and
 * continues, but only up to a multiple of the limit: a free-running counter changes in a stuck
 * kernel too.
 */
final class Watchdog {
  /** The multiple of the limit for which a kernel may compute without progress on its buses. */
  static final long COMPUTING_FACTOR = 100;

  /** Cycles between the first two samples: long enough for data to pass through a pipeline. */
  private static final long SECOND_SAMPLE = CycleLoop.BATCH_CYCLES;

  private final CycleLoop loop;
  private final long limit;

  private OptionalLong lastState = OptionalLong.empty();
  private long nextSample;

  /** The reason why the kernel is stuck; null if it is not. */
  private @Nullable String stuckReason;

  Watchdog(CycleLoop loop, long limit) {
    this.loop = loop;
    this.limit = limit;
  }

  /**
   * Checks the kernel.
   *
   * @param idleCycles cycles since the last progress on a bus or the last command
   * @return whether the kernel is stuck
   */
  boolean isStuck(long idleCycles) {
    if (limit == 0 || idleCycles <= limit) {
      lastState = OptionalLong.empty();
      nextSample = 0;
      stuckReason = null;
      return false;
    }
    if (stuckReason == null && idleCycles >= nextSample) {
      OptionalLong state = loop.stateHash();
      if (state.isEmpty() || state.equals(lastState)) {
        stuckReason = "its registers and memories stay as they are";
      } else if (idleCycles / COMPUTING_FACTOR >= limit) {
        stuckReason =
            "its registers change, but that for %d times the limit, as a counter would in a kernel that is stuck"
                .formatted(COMPUTING_FACTOR);
      }
      nextSample = idleCycles + (lastState.isEmpty() ? Math.min(limit, SECOND_SAMPLE) : limit);
      lastState = state;
    }
    return stuckReason != null;
  }

  /**
   * Checks the kernel, and makes a stuck one unusable until the next reset.
   *
   * @throws RtlException if it is stuck
   */
  void check(long idleCycles) {
    if (!isStuck(idleCycles)) {
      return;
    }
    String state = loop.stateOfAll();
    loop.fail(
        new RtlException(
            RtlError.NO_PROGRESS,
            "The kernel made no progress for %d cycles, since cycle %d, and %s%s%s%s. The watchdog's limit is %d cycles: raise watchdog_cycles of the card or --watchdog if the kernel computes that long without memory; 0 is no limit"
                .formatted(
                    idleCycles,
                    loop.context.cycle - idleCycles,
                    stuckReason,
                    state.isEmpty() ? "" : ": " + state,
                    loop.controlState(),
                    loop.resetLevels(),
                    limit)));
  }
}
