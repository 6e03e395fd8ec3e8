package dev.backplane.api.capi;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * With what a context is started (document, "CXL_IOCTL_START_WORK"). What is not said is what the
 * accelerator usually has.
 *
 * @param descriptor the work element descriptor: 64 bits whose meaning is the accelerator's, mostly
 *     the address of a queue or of a block of status and parameters
 * @param interrupts how many interrupts the context wants, 0 or more; if it is left out, as many as
 *     the accelerator needs
 * @param authorityMask the authority mask register (AMR); 0 if it is left out
 * @param process the id of the process whose memory the context reaches; this one if it is left out
 */
public record StartWork(
    long descriptor, OptionalInt interrupts, OptionalLong authorityMask, OptionalLong process) {
  /** Refuses negative numbers. */
  public StartWork {
    if (interrupts.orElse(0) < 0) {
      throw refused("%d interrupts".formatted(interrupts.orElseThrow()));
    }
    if (process.orElse(1) < 1) {
      throw refused("the process %d".formatted(process.orElseThrow()));
    }
  }

  private static BackplaneException refused(String what) {
    return BackplaneException.because(
            ErrorCode.INVALID_ARGUMENT, "work cannot be started with " + what)
        .during("describe work")
        .remedy("Give 0 or more interrupts, and the id of a process")
        .build();
  }

  /** {@return work with a work element descriptor, in the memory of this process} */
  public static StartWork of(long descriptor) {
    return new StartWork(
        descriptor, OptionalInt.empty(), OptionalLong.empty(), OptionalLong.empty());
  }

  /** {@return the same work with a number of interrupts} */
  public StartWork withInterrupts(int number) {
    return new StartWork(descriptor, OptionalInt.of(number), authorityMask, process);
  }

  /** {@return the same work with an authority mask} */
  public StartWork withAuthorityMask(long mask) {
    return new StartWork(descriptor, interrupts, OptionalLong.of(mask), process);
  }

  /** {@return the same work in the memory of a process} */
  public StartWork ofProcess(long id) {
    return new StartWork(descriptor, interrupts, authorityMask, OptionalLong.of(id));
  }
}
