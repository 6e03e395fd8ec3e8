package dev.backplane.xrt.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Looks at runs that somebody wants to be told of. Its thread is there while there are such runs,
 * and naps longer the longer nothing ends.
 */
final class Watcher {
  private static final long SHORTEST_NAP = 10_000;
  private static final long LONGEST_NAP = 1_000_000;

  private final String name;

  // Both guarded by this.
  private final List<XrtRun> added = new ArrayList<>();
  private @Nullable Thread thread;

  Watcher(String name) {
    this.name = name;
  }

  synchronized void add(XrtRun run) {
    added.add(run);
    if (thread == null) {
      thread = Thread.ofPlatform().daemon().name("xrt-watch-" + name).start(this::watch);
    } else {
      LockSupport.unpark(thread);
    }
  }

  private void watch() {
    List<XrtRun> watched = new ArrayList<>();
    long nap = SHORTEST_NAP;
    while (more(watched)) {
      watched.removeIf(run -> !look(run));
      boolean ended = watched.removeIf(XrtRun::isOver);
      nap = ended ? SHORTEST_NAP : Math.min(2 * nap, LONGEST_NAP);
      LockSupport.parkNanos(nap);
    }
  }

  /** Says whether a run is to be looked at again; one that cannot be looked at ends as failed. */
  private static boolean look(XrtRun run) {
    try {
      run.look();
      return true;
    } catch (RuntimeException e) {
      run.lost(e);
      return false;
    }
  }

  /** Takes what was added; says goodbye if there is nothing to watch. */
  private synchronized boolean more(List<XrtRun> watched) {
    watched.addAll(added);
    added.clear();
    if (watched.isEmpty()) {
      thread = null;
      return false;
    }
    return true;
  }
}
