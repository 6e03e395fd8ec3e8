package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Run;
import dev.backplane.api.RunReport;
import dev.backplane.api.RunState;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Runs of which several threads want something at one time. */
@Needs(kernels = true)
public abstract class RacesConformance extends RunSuite {
  private static final int ROUNDS = 20;

  /** A conformance class. */
  protected RacesConformance() {}

  @Test
  void severalThreadsMayWaitForOneRun() {
    Run run = ready().start();
    List<RunReport> reports = together(4, () -> run.await(Rig.DEADLINE));

    assertThat(reports).containsOnly(run.await(Rig.DEADLINE));
  }

  @Test
  void aCancelThatMeetsTheEndLeavesOneOutcome() {
    TestKernel ready = ready();
    try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
      for (int round = 0; round < ROUNDS; round++) {
        Run run = ready.start();
        Future<Boolean> cancel = threads.submit(run::cancel);
        RunState end = end(run);
        finish(cancel);

        assertThat(run.state()).as("the state stays").isEqualTo(end);
        assertThat(end(run)).as("waiting again says the same").isEqualTo(end);
        assertThat(cancel.resultNow())
            .as("what cancel said of a run that ended as %s", end)
            .isEqualTo(end == RunState.CANCELLED);
      }
    }
    ready.start().await(Rig.DEADLINE);
    ready.check();
  }

  @Test
  void stagesAreCompletedWhoeverAsksForThem() {
    TestKernel ready = ready();
    for (int round = 0; round < ROUNDS; round++) {
      Run run = ready.start();
      List<RunReport> reports =
          together(
              2,
              () ->
                  run.completion()
                      .toCompletableFuture()
                      .get(Rig.DEADLINE.toSeconds(), TimeUnit.SECONDS));

      assertThat(reports).containsOnly(run.await(Rig.DEADLINE));
    }
  }

  @Test
  void severalThreadsMayStartOneKernel() {
    TestKernel ready = ready();
    List<Run> runs = together(4, ready::start);
    runs.forEach(run -> run.await(Rig.DEADLINE));

    assertThat(runs).doesNotHaveDuplicates();
    ready.check();
  }

  private static RunState end(Run run) {
    try {
      run.await(Rig.DEADLINE);
    } catch (BackplaneException e) {
      assertThat(e.code()).as(e.getMessage()).isEqualTo(ErrorCode.CANCELLED);
      return RunState.CANCELLED;
    }
    return RunState.COMPLETED;
  }
}
