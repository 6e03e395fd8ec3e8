package dev.backplane.runtime.manager;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.OpenMode;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Who holds which resource, alone or with others. Safe for use by several threads. */
final class Holders {
  private static final int ALONE = -1;

  /** Number of shared holders by resource, or {@link #ALONE}. */
  private final ConcurrentMap<String, Integer> held = new ConcurrentHashMap<>();

  /**
   * Takes a resource.
   *
   * @throws BackplaneException {@link ErrorCode#BUSY} if it is held in a way that excludes this
   */
  void take(String id, OpenMode mode) {
    held.compute(
        id,
        (key, count) -> {
          if (count != null && (count == ALONE || mode == OpenMode.EXCLUSIVE)) {
            throw busy(id, count, mode);
          }
          return switch (mode) {
            case EXCLUSIVE -> ALONE;
            case SHARED -> count == null ? 1 : count + 1;
          };
        });
  }

  /** Gives a resource back once. */
  void giveBack(String id) {
    held.computeIfPresent(id, (key, count) -> count > 1 ? count - 1 : null);
  }

  private static BackplaneException busy(String id, int count, OpenMode mode) {
    String text =
        count == ALONE
            ? "a holder in this process has opened it for itself alone"
            : count + (count == 1 ? " holder has" : " holders have") + " opened it, shared";
    return BackplaneException.because(ErrorCode.BUSY, text)
        .during("open")
        .on(id)
        .remedy(
            count == ALONE
                ? "Close it there, or open it with OpenMode.SHARED everywhere"
                : "Open it with OpenMode.SHARED instead of " + mode + ", or close it there")
        .build();
  }
}
