package dev.backplane.cli.command;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Run;
import dev.backplane.api.RunReport;
import java.time.Duration;

/** Waits for a run, shows that it goes on, and lets Ctrl-C end it. */
public final class Watch {
  private static final Duration GLANCE = Duration.ofMillis(100);

  private Watch() {}

  /**
   * Waits.
   *
   * @param run what runs; cancelled if it takes too long
   * @param what it is called in progress and messages
   * @param timeout how long it may take
   * @param common where progress goes, and Ctrl-C
   * @return what it took
   */
  public static RunReport await(Run run, String what, Duration timeout, CommonOptions common) {
    return common
        .interruption()
        .cancelling(run::cancel, () -> await(run, what, timeout, common.console()));
  }

  private static RunReport await(Run run, String what, Duration timeout, Console console) {
    long began = System.nanoTime();
    try (Progress progress = console.progress()) {
      progress.step("");
      while (true) {
        long spent = System.nanoTime() - began;
        Duration rest = timeout.minusNanos(spent);
        Duration left = rest.isNegative() ? Duration.ZERO : rest;
        boolean ended = run.state().isFinal();
        try {
          return run.await(left.compareTo(GLANCE) < 0 ? left : GLANCE);
        } catch (BackplaneException e) {
          // Asked before the wait: a run may end just after a wait for it has given up.
          if (e.code() != ErrorCode.TIMEOUT || ended) {
            throw e;
          }
          // Where the device ends nothing that executes, nobody waits for it either.
          if (left.isZero() && (run.cancel() || !run.state().isFinal())) {
            throw tooLong(what, timeout, e);
          }
          progress.update(what + ": running");
        }
      }
    }
  }

  private static BackplaneException tooLong(String what, Duration timeout, BackplaneException e) {
    return BackplaneException.because(
            ErrorCode.TIMEOUT, "did not complete within " + timeout.toMillis() / 1e3 + " s")
        .during("run")
        .on(what)
        .remedy("Allow more with --timeout, or look at what it waits for with --trace")
        .causedBy(e)
        .build();
  }
}
