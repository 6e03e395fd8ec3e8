package dev.backplane.runtime.device;

import dev.backplane.api.Program;
import org.jspecify.annotations.Nullable;

/**
 * The program of a device that is current. The one before it ends when another becomes current.
 * Safe for several threads; no plugin code runs under its lock.
 */
final class CurrentProgram {
  private @Nullable CheckedProgram current;
  private boolean over;

  /** The handle of a driver's program: the one that there is, or a new one in its place. */
  synchronized CheckedProgram handle(OpenDevice device, Origin origin, Program target) {
    if (current != null) {
      if (current.target == target && !current.lifetime.isOver()) {
        return current;
      }
      current.lifetime.end();
    }
    Lifetime lifetime = new Lifetime("program of " + origin.device());
    if (over) {
      lifetime.end();
    }
    current = new CheckedProgram(new Handle<>(device, origin.within(lifetime), target, "program"));
    return current;
  }

  synchronized void endAll() {
    if (current != null) {
      current.lifetime.end();
      current = null;
    }
  }

  /** The device is closed: programs that come now are over already. */
  synchronized void close() {
    over = true;
    endAll();
  }
}
