package dev.backplane.driverkit;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.time.Duration;

/** The time limit of a wait, counted from its creation. Immutable. */
public final class WaitLimit {
  private final Duration timeout;
  private final long begun = System.nanoTime();
  private final long most;

  private WaitLimit(Duration timeout) {
    this.timeout = timeout;
    most = nanos(timeout);
  }

  /**
   * A limit that begins now.
   *
   * @param timeout how long to wait at most; of what no clock counts, for ever
   * @return the limit
   */
  public static WaitLimit of(Duration timeout) {
    return new WaitLimit(timeout);
  }

  private static long nanos(Duration timeout) {
    try {
      return timeout.toNanos();
    } catch (ArithmeticException e) {
      return timeout.isNegative() ? 0 : Long.MAX_VALUE;
    }
  }

  /** {@return how many nanoseconds are left; 0 if none are} */
  public long left() {
    return Math.max(0, most - waited());
  }

  /** {@return for how many nanoseconds it was waited} */
  public long waited() {
    return System.nanoTime() - begun;
  }

  /** {@return whether the time is over} */
  public boolean isOver() {
    return waited() >= most;
  }

  /**
   * Ends a wait whose thread is interrupted or whose time is over.
   *
   * @param subject what is waited for, for example {@code run of kernel vadd}
   * @param remedy what to do if it takes too long
   * @throws BackplaneException {@link ErrorCode#CANCELLED} or {@link ErrorCode#TIMEOUT}
   */
  public void check(String subject, String remedy) {
    checkInterrupted(subject);
    if (isOver()) {
      throw timedOut(subject, timeout, remedy);
    }
  }

  /**
   * Ends a wait whose thread is interrupted, which it stays.
   *
   * @param subject what is waited for
   * @throws BackplaneException {@link ErrorCode#CANCELLED}
   */
  public static void checkInterrupted(String subject) {
    if (Thread.currentThread().isInterrupted()) {
      throw interrupted(subject);
    }
  }

  /**
   * {@return the error of a wait that was interrupted} The thread stays interrupted.
   *
   * @param subject what was waited for
   */
  public static BackplaneException interrupted(String subject) {
    Thread.currentThread().interrupt();
    return BackplaneException.because(
            ErrorCode.CANCELLED, "the waiting thread was interrupted; what it waits for goes on")
        .during("await")
        .on(subject)
        .build();
  }

  /**
   * {@return the error of a wait that took too long}
   *
   * @param subject what was waited for
   * @param timeout for how long
   * @param remedy what to do
   */
  public static BackplaneException timedOut(String subject, Duration timeout, String remedy) {
    long millis = nanos(timeout) / 1_000_000;
    String time = millis > 0 && millis < 10_000 ? millis + " ms" : timeout.toString();
    return BackplaneException.because(
            ErrorCode.TIMEOUT, "has not ended within " + time + "; it goes on")
        .during("await")
        .on(subject)
        .remedy(remedy)
        .build();
  }
}
