package dev.backplane.drivers.capi.card;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.ffi.ScatteredCopy;
import java.lang.foreign.Arena;

/** Whether this process may reach the memory of another one. */
final class AttachPermission {
  private static final int EPERM = 1;
  private static final int ESRCH = 3;

  private AttachPermission() {}

  /**
   * Tries it, with an address that no process has: the system looks for the process, and whether
   * this one may, before the address.
   */
  static void check(long process, String accelerator) {
    if (process > Integer.MAX_VALUE) {
      throw missing(process, accelerator);
    }
    int error;
    try (Arena arena = Arena.ofConfined();
        ScatteredCopy copy = new ScatteredCopy(1)) {
      copy.add(arena.allocate(1).address(), 0, 1);
      var _ = copy.read(process, 0);
      error = copy.error().number();
    }
    if (error == ESRCH) {
      throw missing(process, accelerator);
    }
    if (error == EPERM) {
      throw BackplaneException.because(
              ErrorCode.NOT_PERMITTED,
              "the memory of the process %d may not be reached from this one".formatted(process))
          .during("start work")
          .on(accelerator)
          .remedy(
              "Use a process of the same user that allows it: prctl(PR_SET_PTRACER), or"
                  + " kernel.yama.ptrace_scope = 0")
          .build();
    }
  }

  private static BackplaneException missing(long process, String accelerator) {
    return BackplaneException.because(
            ErrorCode.INVALID_ARGUMENT, "there is no process %d".formatted(process))
        .during("start work")
        .on(accelerator)
        .remedy("Name a process that runs in the same namespace")
        .build();
  }
}
