package dev.backplane.runtime.device;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The runs of a device that, as far as is known, have not ended. Safe for several threads. */
final class Runs {
  private final Set<TrackedRun> inFlight = ConcurrentHashMap.newKeySet();

  void add(TrackedRun run) {
    inFlight.add(run);
  }

  void remove(TrackedRun run) {
    inFlight.remove(run);
  }

  List<TrackedRun> all() {
    return List.copyOf(inFlight);
  }

  /** Lets go of the buffers of runs that ended without anybody looking. */
  void settleEnded() {
    inFlight.forEach(TrackedRun::settleIfEnded);
  }

  /** Who uses a buffer, in words. */
  String users(ManagedBuffer buffer) {
    List<String> users =
        inFlight.stream().filter(run -> run.uses(buffer)).map(Object::toString).toList();
    return users.isEmpty() ? "a transfer" : String.join(", ", users);
  }
}
