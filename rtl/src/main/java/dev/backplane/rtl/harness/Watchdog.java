package dev.backplane.rtl.harness;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Tells a kernel that is stuck from one that computes. Nothing is counted in the cycle loop: when
 * no bus has moved for the cycles of the limit, the registers and memories of the design are summed
 * up, and again some cycles later. A kernel that has the same state twice, and is told nothing new,
 * goes round for ever. One whose state changes computes and is left alone, but not without end: a
 * counter that runs freely in a kernel that is stuck changes too.
 */
final class Watchdog {
  /** A kernel may compute without its buses for so many times the limit. */
  static final long COMPUTING = 100;

  /** Cycles between the first two looks: long enough for what is on its way through a pipeline. */
  private static final long SECOND_LOOK = RunControl.BATCH;

  private final Stage on;
  private final long limit;

  private OptionalLong seen = OptionalLong.empty();
  private long nextLook;

  /** How a kernel is stuck that was found to be; null as long as it is not. */
  private @Nullable String verdict;

  Watchdog(Stage on, long limit) {
    this.on = on;
    this.limit = limit;
  }

  /**
   * Looks.
   *
   * @param idle cycles without any movement on a bus, or anything new to be told
   * @return whether the kernel is stuck
   */
  boolean isStuck(long idle) {
    if (limit == 0 || idle <= limit) {
      seen = OptionalLong.empty();
      nextLook = 0;
      verdict = null;
      return false;
    }
    if (verdict == null && idle >= nextLook) {
      OptionalLong state = on.stateHash();
      if (state.isEmpty() || state.equals(seen)) {
        verdict = "its registers and memories stay as they are";
      } else if (idle / COMPUTING >= limit) {
        verdict =
            "its registers change, but that for %d times the limit, as a counter would in a kernel that is stuck"
                .formatted(COMPUTING);
      }
      nextLook = idle + (seen.isEmpty() ? Math.min(limit, SECOND_LOOK) : limit);
      seen = state;
    }
    return verdict != null;
  }

  /**
   * Looks, and makes a kernel that is stuck unusable until the next reset.
   *
   * @throws RtlException if it is
   */
  void check(long idle) {
    if (!isStuck(idle)) {
      return;
    }
    String state = on.stateOfAll();
    on.fail(
        new RtlException(
            RtlError.NO_PROGRESS,
            "The kernel made no progress for %d cycles, since cycle %d, and %s%s; control register 0x%x%s. The watchdog's limit is %d cycles: raise watchdog_cycles of the card or --watchdog if the kernel computes that long without memory; 0 is no limit"
                .formatted(
                    idle,
                    on.bench.cycle - idle,
                    verdict,
                    state.isEmpty() ? "" : ": " + state,
                    on.controlSeen,
                    on.resetsShown(),
                    limit)));
  }
}
