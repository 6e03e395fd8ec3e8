package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.Images;
import dev.backplane.api.Kernel;
import dev.backplane.api.LoadOption;
import dev.backplane.api.PreparedRun;
import dev.backplane.api.Run;
import dev.backplane.api.RunReport;
import dev.backplane.api.RunState;
import dev.backplane.api.spi.DriverDevice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Executing kernels. */
public abstract class RunsConformance extends Conformance {
  private @Nullable DriverDevice device;

  /** A conformance class. */
  protected RunsConformance() {}

  @Test
  void aRunComputesWhatTheKernelIsFor() {
    Job job = job();
    Run run = job.start();
    RunReport report = run.await(Bench.DEADLINE);

    assertThat(run.state()).isEqualTo(RunState.COMPLETED);
    assertThat(report.elapsed()).isGreaterThanOrEqualTo(Duration.ZERO);
    assertThat(report.cycles()).isGreaterThanOrEqualTo(-1);
    job.check();
  }

  @Test
  void aKernelRunsAgainWithTheSameBuffers() {
    Job job = job();
    for (int round = 0; round < 3; round++) {
      job.start().await(Bench.DEADLINE);
      job.check();
    }
  }

  @Test
  void aPreparedRunComputesEachTimeItIsStarted() {
    Job job = job();
    try (PreparedRun run = job.kernel().prepare(job.values().toArray())) {
      assertThat(run.state()).isEqualTo(RunState.NEW);
      for (int round = 0; round < 3; round++) {
        assertThat(run.start().join(Bench.DEADLINE)).isEqualTo(RunState.COMPLETED);
        job.check();
      }
      assertThat(run.await(Bench.DEADLINE)).isNotNull();
    }
  }

  @Test
  void waitingAgainGivesTheSameReport() {
    Run run = job().start();

    assertThat(run.await(Bench.DEADLINE)).isEqualTo(run.await(Bench.DEADLINE));
  }

  @Test
  void theStageCompletesWithTheReport() throws Exception {
    Run run = job().start();
    RunReport report =
        run.completion().toCompletableFuture().get(Bench.DEADLINE.toSeconds(), TimeUnit.SECONDS);

    assertThat(report).isEqualTo(run.await(Bench.DEADLINE));
  }

  @Test
  void aRunThatEndedCannotBeCancelled() {
    Run run = job().start();
    run.await(Bench.DEADLINE);

    assertThat(run.cancel()).isFalse();
    assertThat(run.state()).isEqualTo(RunState.COMPLETED);
  }

  @Test
  void resultsAreOnTheDeviceUntilSyncedBack() {
    Job job = job();
    job.start().await(Bench.DEADLINE);
    for (int i = 0; i < job.values().size(); i++) {
      if (job.values().get(i) instanceof Buffer buffer
          && job.work().values().get(i) instanceof Work.Content content) {
        assertThat(buffer.read(new byte[content.before().length])).isEqualTo(content.before());
      }
    }
  }

  @Test
  void theBuffersOfARunThatEndedCanBeClosed() throws Exception {
    Job job = job();
    job.start().await(Bench.DEADLINE);
    for (Object value : job.values()) {
      if (value instanceof Buffer buffer) {
        bench().close(buffer);
      }
    }
  }

  @Test
  void manyRunsOfSeveralThreadsAllCompute() throws Exception {
    Work work = bench().work();
    Kernel kernel = bench().kernel(bench().open(), work);
    try (var threads = Executors.newFixedThreadPool(4)) {
      List<Future<?>> workers = new ArrayList<>();
      for (int worker = 0; worker < 4; worker++) {
        Job job = bench().job(kernel, work);
        workers.add(threads.submit(() -> repeat(job)));
      }
      for (Future<?> worker : workers) {
        worker.get(2 * Bench.DEADLINE.toSeconds(), TimeUnit.SECONDS);
      }
    }
  }

  private static void repeat(Job job) {
    for (int round = 0; round < 5; round++) {
      job.start().await(Bench.DEADLINE);
      job.check();
    }
  }

  @Test
  void waitingHasAnEndAndTheRunGoesOn() {
    Run run = endless().start();

    refuses(ErrorCode.TIMEOUT, () -> run.await(Duration.ofMillis(20)));
    refuses(ErrorCode.TIMEOUT, () -> run.await(Duration.ZERO));
    assertThat(run.state().isFinal()).isFalse();
    stop(run);
  }

  @Test
  void aRunInFlightCanBeCancelled() {
    Job job = endless();
    Run run = job.start();

    assertThat(run.cancel()).isTrue();
    refuses(ErrorCode.CANCELLED, () -> run.await(Bench.DEADLINE));
    assertThat(run.state()).isEqualTo(RunState.CANCELLED);
    assertThat(run.cancel()).isFalse();
  }

  @Test
  void whatFollowsTheEndOfARunMayWaitForTheDeviceInAnotherThread() throws Exception {
    Job job = job();
    try (var threads = Executors.newSingleThreadExecutor()) {
      job.start()
          .completion()
          .thenAccept(
              report -> {
                Future<?> next = threads.submit(() -> job.start().await(Bench.DEADLINE));
                finish(next);
              })
          .toCompletableFuture()
          .get(2 * Bench.DEADLINE.toSeconds(), TimeUnit.SECONDS);
    }
    job.check();
  }

  private static void finish(Future<?> task) {
    try {
      task.get(Bench.DEADLINE.toSeconds(), TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError("the run that followed did not end", e);
    }
  }

  @Test
  void aCancelThatMeetsAStartIsNeverLost() throws Exception {
    Job job = endless();
    try (PreparedRun run = job.kernel().prepare(job.values().toArray());
        var threads = Executors.newSingleThreadExecutor()) {
      for (int round = 0; round < 20; round++) {
        Future<?> starter = threads.submit(run::start);
        long end = System.nanoTime() + Bench.DEADLINE.toNanos();
        while (!run.cancel() && System.nanoTime() - end < 0) {
          Thread.onSpinWait();
        }
        finish(starter);
        assertThat(run.join(Bench.DEADLINE)).isEqualTo(RunState.CANCELLED);
      }
    }
  }

  @Test
  void theStageOfACancelledRunFailsWithWhatWaitingThrows() throws Exception {
    Run run = endless().start();
    run.cancel();
    try {
      run.completion().toCompletableFuture().get(Bench.DEADLINE.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      refuses(
          ErrorCode.CANCELLED,
          () -> {
            throw e.getCause();
          });
      return;
    }
    throw new AssertionError("the stage of a cancelled run completed");
  }

  @Test
  void aRunThatWaitsForAComputeUnitCanBeCancelled() {
    Job job = endless();
    List<Run> runs = new ArrayList<>();
    for (int i = 0; i < job.kernel().computeUnits() + 2; i++) {
      runs.add(job.start());
    }
    for (Run run : runs.reversed()) {
      assertThat(run.cancel()).isTrue();
      refuses(ErrorCode.CANCELLED, () -> run.await(Bench.DEADLINE));
    }
  }

  @Test
  void whatWorksStillWorksAfterACancelledRun() {
    Job endless = endless();
    Run run = endless.start();
    stop(run);
    Job again = bench().job(sibling(endless, bench().work()), bench().work());
    again.start().await(Bench.DEADLINE);

    again.check();
  }

  @Test
  void anInterruptedThreadStopsWaitingAndStaysInterrupted() {
    Run run = endless().start();
    Thread.currentThread().interrupt();
    try {
      refuses(ErrorCode.CANCELLED, () -> run.await(Bench.DEADLINE));
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(run.state().isFinal()).as("the run went on").isFalse();
    stop(run);
  }

  @Test
  void aBufferOfARunInFlightStaysOpen() {
    Job job = endless();
    Run run = job.start();

    refuses(ErrorCode.IN_USE, job.anyBuffer()::close);
    stop(run);
  }

  @Test
  void anImageIsNotReplacedUnderARunInFlight() {
    Job job = endless();
    Images images = bench().facet(openDevice(), Images.class);
    Run run = job.start();

    Image image = job.work().image().orElseThrow(AssertionError::new);
    refuses(ErrorCode.IN_USE, () -> images.load(image, LoadOption.FORCE));
    assertThat(images.load(image)).isEqualTo(images.loaded().orElseThrow());
    stop(run);
  }

  private static void stop(Run run) {
    run.cancel();
    refuses(ErrorCode.CANCELLED, () -> run.await(Bench.DEADLINE));
  }

  private DriverDevice openDevice() {
    if (device == null) {
      device = bench().open();
    }
    return device;
  }

  private Job job() {
    Work work = bench().work();
    return bench().job(bench().kernel(openDevice(), work), work);
  }

  private Job endless() {
    Work work =
        bench()
            .subject()
            .endlessWork()
            .orElseGet(
                () -> abort("declared absent: no endless work was registered for this driver"));
    return bench().job(bench().kernel(openDevice(), work), work);
  }

  /** Another kernel of the same device, without loading an image that is loaded already. */
  private Kernel sibling(Job job, Work work) {
    return job.kernel().name().equals(work.kernel())
        ? job.kernel()
        : bench().kernel(openDevice(), work);
  }
}
