package dev.backplane.runtime.manager;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.OpenMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A register of who holds which resource, alone or with others, and for which of them a call hangs:
 * such a resource is given to nobody until that call has returned. Safe for use by several threads.
 */
final class HeldResources {
  /** By resource; guarded by itself, as are the lists. */
  private final Map<String, List<Hold>> held = new HashMap<>();

  /** A resource that is held. It is given back once, whoever tries it again. */
  final class Hold {
    private final String id;
    private final OpenMode mode;

    /** Guarded by {@link #held}. */
    private @Nullable BackplaneException hung;

    private Hold(String id, OpenMode mode) {
      this.id = id;
      this.mode = mode;
    }

    /** Says that a call of the plugin for it did not return, which gives it back when it does. */
    void hangs(BackplaneException why) {
      synchronized (held) {
        hung = why;
      }
    }

    /** {@return whether it was held until now} */
    boolean giveBack() {
      synchronized (held) {
        List<Hold> holds = held.get(id);
        if (holds == null || !holds.remove(this)) {
          return false;
        }
        if (holds.isEmpty()) {
          held.remove(id);
        }
        return true;
      }
    }
  }

  /**
   * Takes a resource.
   *
   * @throws BackplaneException {@link ErrorCode#BUSY} if it is held in a way that excludes this, or
   *     {@link ErrorCode#DEVICE_HUNG}
   */
  Hold take(String id, OpenMode mode) {
    synchronized (held) {
      List<Hold> holds = held.computeIfAbsent(id, key -> new ArrayList<>());
      Optional<BackplaneException> hung =
          holds.stream().flatMap(hold -> Optional.ofNullable(hold.hung).stream()).findFirst();
      if (hung.isPresent()) {
        throw hung(id, hung.get());
      }
      boolean alone = holds.stream().anyMatch(hold -> hold.mode == OpenMode.EXCLUSIVE);
      if (alone || (mode == OpenMode.EXCLUSIVE && !holds.isEmpty())) {
        throw busy(id, alone, holds.size(), mode);
      }
      Hold hold = new Hold(id, mode);
      holds.add(hold);
      return hold;
    }
  }

  private static BackplaneException hung(String id, BackplaneException why) {
    return BackplaneException.because(
            ErrorCode.DEVICE_HUNG,
            "an earlier " + why.operation() + " of it has not returned yet: " + why.problem())
        .during("open")
        .on(id)
        .by(why.plugin() == null ? "" : why.plugin())
        .remedy(
            "Open it when that has ended, and other devices meanwhile; if it never ends, remove the"
                + " cause and start the program again")
        .causedBy(why)
        .build();
  }

  private static BackplaneException busy(String id, boolean alone, int count, OpenMode mode) {
    String text =
        alone
            ? "a holder in this process has opened it for itself alone"
            : count + (count == 1 ? " holder has" : " holders have") + " opened it, shared";
    return BackplaneException.because(ErrorCode.BUSY, text)
        .during("open")
        .on(id)
        .remedy(
            alone
                ? "Close it there, or open it with OpenMode.SHARED everywhere"
                : "Open it with OpenMode.SHARED instead of " + mode + ", or close it there")
        .build();
  }
}
