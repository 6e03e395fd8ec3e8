package dev.backplane.capi.card.context;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.capi.Landmark;
import dev.backplane.api.capi.StartWork;
import dev.backplane.ffi.AddressSpace;
import dev.backplane.ffi.Errno;
import dev.backplane.ffi.ScatteredCopy;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Takes hold of the memory that a context reaches, as it is when work is started. */
final class Reach {
  private static final int EPERM = 1;
  private static final int ENOENT = 2;
  private static final int ESRCH = 3;
  private static final int EACCES = 13;
  private static final int EMFILE = 24;
  private static final int ENFILE = 23;

  private Reach() {}

  /**
   * {@return the address space, to be closed} Numbers of processes are given out again, and mean
   * something else in each namespace, so a landmark tells whether it is the right one.
   */
  static AddressSpace of(StartWork work, String accelerator) {
    long self = ProcessHandle.current().pid();
    long process = work.process().orElse(self);
    if (process == self) {
      return AddressSpace.OWN;
    }
    AddressSpace space =
        switch (AddressSpace.of(process)) {
          case AddressSpace.Held held -> held.space();
          case AddressSpace.Refused refused -> throw refusal(process, refused.error(), accelerator);
        };
    Landmark landmark = work.landmark();
    if (landmark != null && !has(space, landmark)) {
      space.close();
      throw BackplaneException.because(
              ErrorCode.NOT_PERMITTED,
              "the process %d is not the one that starts the work".formatted(process))
          .during("start work")
          .on(accelerator)
          .remedy("Serve it from its own PID namespace: there its number is another process's")
          .build();
    }
    return space;
  }

  private static boolean has(AddressSpace space, Landmark landmark) {
    try (Arena arena = Arena.ofConfined();
        ScatteredCopy copy = new ScatteredCopy(1)) {
      MemorySegment value = arena.allocate(ValueLayout.JAVA_LONG);
      copy.add(value.address(), landmark.address(), Long.BYTES);
      return copy.read(space, 0) == 1 && value.get(ValueLayout.JAVA_LONG, 0) == landmark.value();
    }
  }

  private static BackplaneException refusal(long process, Errno error, String accelerator) {
    BackplaneException.Builder refusal =
        switch (error.number()) {
          case ENOENT, ESRCH ->
              BackplaneException.because(
                      ErrorCode.INVALID_ARGUMENT, "there is no process %d".formatted(process))
                  .remedy("Name a process that runs in the same namespace");
          case EPERM, EACCES ->
              BackplaneException.because(
                      ErrorCode.NOT_PERMITTED,
                      "the memory of the process %d may not be reached from this one"
                          .formatted(process))
                  .remedy(
                      "Use a process of the same user that allows it: prctl(PR_SET_PTRACER), or"
                          + " kernel.yama.ptrace_scope = 0");
          case EMFILE, ENFILE ->
              BackplaneException.because(
                      ErrorCode.OUT_OF_HOST_MEMORY,
                      "no file is left to hold the memory of the process %d".formatted(process))
                  .remedy("Close files, or raise the limit (ulimit -n)");
          default ->
              BackplaneException.because(
                      ErrorCode.NOT_PERMITTED,
                      "the memory of the process %d cannot be opened: %s"
                          .formatted(process, error.text()))
                  .remedy("Is /proc mounted, and may it be read?");
        };
    return refusal.during("start work").on(accelerator).build();
  }
}
