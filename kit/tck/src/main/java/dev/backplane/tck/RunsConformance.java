package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.Kernel;
import dev.backplane.api.Run;
import dev.backplane.api.RunReport;
import dev.backplane.api.RunState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Executing kernels. */
@Needs(kernels = true)
public abstract class RunsConformance extends RunSuite {
  /** A conformance class. */
  protected RunsConformance() {}

  @Test
  void aRunComputesWhatTheKernelIsFor() {
    TestKernel ready = ready();
    Run run = ready.start();
    RunReport report = run.await(Rig.DEADLINE);

    assertThat(run.state()).isEqualTo(RunState.COMPLETED);
    assertThat(report.elapsed()).isGreaterThanOrEqualTo(Duration.ZERO);
    assertThat(report.cycles()).isGreaterThanOrEqualTo(-1);
    ready.check();
  }

  @Test
  void aKernelRunsAgainWithTheSameBuffers() {
    TestKernel ready = ready();
    for (int round = 0; round < 3; round++) {
      ready.start().await(Rig.DEADLINE);
      ready.check();
    }
  }

  @Test
  void waitingAgainGivesTheSameReport() {
    Run run = ready().start();

    assertThat(run.await(Rig.DEADLINE)).isEqualTo(run.await(Rig.DEADLINE));
  }

  @Test
  void theStageCompletesWithTheReport() throws Exception {
    Run run = ready().start();
    RunReport report =
        run.completion().toCompletableFuture().get(Rig.DEADLINE.toSeconds(), TimeUnit.SECONDS);

    assertThat(report).isEqualTo(run.await(Rig.DEADLINE));
  }

  @Test
  void aRunThatEndedCannotBeCancelled() {
    Run run = ready().start();
    run.await(Rig.DEADLINE);

    assertThat(run.cancel()).isFalse();
    assertThat(run.state()).isEqualTo(RunState.COMPLETED);
  }

  @Test
  void resultsAreOnTheDeviceUntilSyncedBack() {
    TestKernel ready = ready();
    ready.start().await(Rig.DEADLINE);
    for (int i = 0; i < ready.values().size(); i++) {
      if (ready.values().get(i) instanceof Buffer buffer
          && ready.testCase().values().get(i) instanceof TestCase.Content content) {
        assertThat(buffer.read(new byte[content.before().length]))
            .isEqualTo(
                rig().subject().lacks(Ability.TWO_COPIES) ? content.after() : content.before());
      }
    }
  }

  @Test
  void theBuffersOfARunThatEndedCanBeClosed() throws Exception {
    TestKernel ready = ready();
    ready.start().await(Rig.DEADLINE);
    for (Object value : ready.values()) {
      if (value instanceof Buffer buffer) {
        rig().close(buffer);
      }
    }
  }

  @Test
  void manyRunsOfSeveralThreadsAllCompute() {
    Kernel kernel = kernel();
    try (var threads = Executors.newFixedThreadPool(4)) {
      List<Future<?>> workers = new ArrayList<>();
      for (int worker = 0; worker < 4; worker++) {
        TestKernel ready = rig().ready(kernel, rig().testCase());
        workers.add(threads.submit(() -> repeat(ready)));
      }
      finish(workers);
    }
  }

  @Test
  void aCallbackAtTheEndOfARunMayWaitForTheDeviceInAnotherThread() throws Exception {
    TestKernel ready = ready();
    try (var threads = Executors.newSingleThreadExecutor()) {
      ready
          .start()
          .completion()
          .thenAccept(
              report -> {
                Future<?> next = threads.submit(() -> ready.start().await(Rig.DEADLINE));
                finish(next);
              })
          .toCompletableFuture()
          .get(2 * Rig.DEADLINE.toSeconds(), TimeUnit.SECONDS);
    }
    ready.check();
  }

  @Test
  void reportsAnExceptionOfACallbackAndGoesOn() throws Exception {
    TestKernel ready = ready();
    var stage =
        ready
            .start()
            .whenDone(
                state -> {
                  throw new IllegalStateException("thrown by a callback, as the test wants");
                })
            .toCompletableFuture();
    Throwable why =
        stage.handle((done, thrown) -> thrown).get(Rig.DEADLINE.toSeconds(), TimeUnit.SECONDS);

    assertThat(why).hasStackTraceContaining("thrown by a callback, as the test wants");
    done(ready.start());
  }

  private static void repeat(TestKernel ready) {
    for (int round = 0; round < 5; round++) {
      ready.start().await(Rig.DEADLINE);
      ready.check();
    }
  }
}
