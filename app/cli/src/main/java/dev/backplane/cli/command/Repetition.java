package dev.backplane.cli.command;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The options for how often a command repeats its work, and how long it waits in between. */
public final class Repetition extends Options {
  private final Option<Integer> count;
  private final Option<Duration> interval;
  private final boolean watches;

  private Repetition(boolean watches, String usualCount, String interval) {
    this.watches = watches;
    count =
        option(Integer.class, "-n", "--count")
            .label("N")
            .about("How often; 0 is until Ctrl-C, which is the default " + usualCount + ".");
    this.interval =
        option(Duration.class, "--interval")
            .label("TIME")
            .about("How long between two looks" + interval + ".");
  }

  /** Looks again and again where a person watches, and once elsewhere. */
  public static Repetition watching() {
    return new Repetition(true, "on a terminal, else 1", ". Default: 1s");
  }

  /** Looks once unless the command line says more. */
  public static Repetition once() {
    return new Repetition(false, "with --interval, else 1", ": 500ms, 10s, 5m. Default: 1s");
  }

  /** Does something so often, until Ctrl-C at the latest. */
  public void run(CommonOptions common, Runnable look) {
    boolean forever = watches ? common.console().screen() : interval.isPresent();
    int wanted = count.optional().orElse(forever ? 0 : 1);
    if (wanted < 0) {
      throw mistake("--count " + wanted + " is less than 0");
    }
    Duration pause = interval.optional().orElse(Duration.ofSeconds(1));
    CountDownLatch ended = new CountDownLatch(1);
    common
        .interruption()
        .cancelling(
            ended::countDown,
            () -> {
              run(common, look, wanted, pause, ended);
              return ExitCode.OK;
            });
  }

  private static void run(
      CommonOptions common, Runnable look, int wanted, Duration pause, CountDownLatch ended) {
    for (int looks = 1; ; looks++) {
      look.run();
      if (looks == wanted || common.interruption().interrupted()) {
        return;
      }
      try {
        if (ended.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
          return;
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }
}
