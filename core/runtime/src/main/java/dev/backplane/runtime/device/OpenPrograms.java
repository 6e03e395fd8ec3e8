package dev.backplane.runtime.device;

import dev.backplane.api.Program;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The programs of a device that were loaded and are open. Safe for several threads; no plugin code
 * runs under its lock.
 */
final class OpenPrograms {
  private final List<CheckedProgram> open = new ArrayList<>();

  /**
   * The form of a driver's program: the one that there is, or a new one.
   *
   * @param alone whether the programs before it end, because the device has one slot
   */
  CheckedProgram form(Checked from, String operation, Program target, boolean alone) {
    OwnedHandle<Program> handle;
    CheckedProgram made;
    List<CheckedProgram> before;
    synchronized (this) {
      CheckedProgram known = known(target);
      if (known != null) {
        return known;
      }
      before = alone ? List.copyOf(open) : List.of();
      open.removeAll(before);
      handle = new OwnedHandle<>(from.device, from.origin, target, "program");
      made = new CheckedProgram(handle);
      open.add(made);
    }
    before.forEach(OpenPrograms::end);
    from.device.keep(from.origin, operation, handle);
    return made;
  }

  private @Nullable CheckedProgram known(Program target) {
    open.removeIf(one -> one.lifetime.isOver());
    return open.stream().filter(one -> one.target == target).findFirst().orElse(null);
  }

  /** Notes that the loaded programs are gone. */
  void endAll() {
    List<CheckedProgram> before;
    synchronized (this) {
      before = List.copyOf(open);
      open.clear();
    }
    before.forEach(OpenPrograms::end);
  }

  private static void end(CheckedProgram program) {
    program.origin.closeLate("the end of an image", program::close);
  }
}
