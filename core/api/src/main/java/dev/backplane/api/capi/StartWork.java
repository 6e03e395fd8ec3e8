package dev.backplane.api.capi;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.contract.Local;
import java.nio.channels.SocketChannel;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

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
 * @param hostThread whether the accelerator may wake a thread of the process that waits for it, as
 *     a PSL9 can (the flag TID)
 * @param agent a connection to an agent of that process, as {@code libcxl.so.1} starts it, which
 *     makes atomic operations in its memory; null without one. It belongs to the context, which
 *     closes it
 * @param landmark by what the memory of that process is known; null if its number is enough. Work
 *     is refused if it is not there
 * @param bell is rung whenever reads of events may have become possible or pointless, before the
 *     accelerator learns that its command has failed; it must not wait. Null for nobody
 */
public record StartWork(
    long descriptor,
    OptionalInt interrupts,
    OptionalLong authorityMask,
    OptionalLong process,
    boolean hostThread,
    @Local @Nullable SocketChannel agent,
    @Local @Nullable Landmark landmark,
    @Local @Nullable Runnable bell) {
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
        descriptor,
        OptionalInt.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        false,
        null,
        null,
        null);
  }

  /** {@return the same work with a number of interrupts} */
  public StartWork withInterrupts(int number) {
    return new StartWork(
        descriptor,
        OptionalInt.of(number),
        authorityMask,
        process,
        hostThread,
        agent,
        landmark,
        bell);
  }

  /** {@return the same work with an authority mask} */
  public StartWork withAuthorityMask(long mask) {
    return new StartWork(
        descriptor, interrupts, OptionalLong.of(mask), process, hostThread, agent, landmark, bell);
  }

  /** {@return the same work in the memory of a process} */
  public StartWork ofProcess(long id) {
    return new StartWork(
        descriptor,
        interrupts,
        authorityMask,
        OptionalLong.of(id),
        hostThread,
        agent,
        landmark,
        bell);
  }

  /** {@return the same work, and the accelerator may wake a thread} */
  public StartWork withHostThread() {
    return new StartWork(
        descriptor, interrupts, authorityMask, process, true, agent, landmark, bell);
  }

  /** {@return the same work with an agent of the process} */
  public StartWork withAgent(SocketChannel connection) {
    return new StartWork(
        descriptor, interrupts, authorityMask, process, hostThread, connection, landmark, bell);
  }

  /** {@return the same work in memory that has a landmark} */
  public StartWork withLandmark(Landmark known) {
    return new StartWork(
        descriptor, interrupts, authorityMask, process, hostThread, agent, known, bell);
  }

  /** {@return the same work, of whose events somebody is told} */
  public StartWork withBell(Runnable rung) {
    return new StartWork(
        descriptor, interrupts, authorityMask, process, hostThread, agent, landmark, rung);
  }
}
