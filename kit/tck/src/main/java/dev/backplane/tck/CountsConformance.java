package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Queue;
import dev.backplane.api.Queues;
import dev.backplane.api.Run;
import dev.backplane.api.RunState;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that the same is counted of every device that has kernels, whoever drives it. */
@Needs(kernels = true, ways = Way.COUNTED)
public abstract class CountsConformance extends RunSuite {
  /** A conformance class. */
  protected CountsConformance() {}

  private void assertRuns(TestKernel ready, long started, long completed, long cancelled) {
    CountedInstance counted = rig().counted();
    String kernel = ready.kernel().name();
    String device = DriverInstance.NAME + "/" + rig().key();
    assertThat(counted.total("RUNS_STARTED", kernel, device)).as("started").isEqualTo(started);
    assertThat(counted.total("RUNS_ENDED", kernel, device, "completed"))
        .as("completed")
        .isEqualTo(completed);
    assertThat(counted.total("RUNS_ENDED", kernel, device, "cancelled"))
        .as("cancelled")
        .isEqualTo(cancelled);
    assertThat(counted.total("RUNS_ENDED", kernel, device, "failed")).as("failed").isZero();
    assertThat(counted.count("RUN_TIME", kernel, device))
        .as("times")
        .isEqualTo(completed + cancelled);
  }

  @Test
  void anExecutionIsCountedOnceHoweverItIsStarted() {
    TestKernel ready = ready();
    done(ready.start());
    Call call = call(ready);
    done(call.start());
    Run own = call.start();
    assertThat(own.join(Rig.DEADLINE)).isEqualTo(RunState.COMPLETED);
    done(own);
    assertRuns(ready, 3, 3, 0);
    assertThat(rig().counted().count("WAIT_TIME", ready.kernel().name())).isEqualTo(4);
    assertThat(rig().counted().total("ERRORS")).isZero();
  }

  @Test
  void whatQueuesExecuteIsCounted() {
    if (rig().subject().lacks(Queues.class)) {
      return;
    }
    TestKernel ready = ready();
    Queue queue = rig().keep(rig().facet(device(), Queues.class).queue());
    Call call = call(ready);
    Run first = queue.submit(call);
    done(queue.submit(call));
    done(first);
    queue.enqueue(call);
    queue.finish(Rig.DEADLINE);
    assertRuns(ready, 2, 2, 0);
    assertThat(rig().counted().total("RUNS_ENQUEUED", ready.kernel().name())).isEqualTo(1);
  }

  @Test
  void bytesAreThoseOfTheBuffers() {
    TestKernel ready = ready();
    long bytes = ready.buffers().stream().mapToLong(Buffer::size).sum();
    assertThat(rig().counted().total("TRANSFERRED", "to_device")).isEqualTo(bytes);
    done(ready.start());
    ready.buffers().forEach(Buffer::syncBack);
    assertThat(rig().counted().total("TRANSFERRED", "from_device")).isEqualTo(bytes);
  }

  @Test
  void aRefusedStartIsAnErrorAndNoRun() {
    TestKernel ready = ready();
    refuses(ErrorCode.NO_SUCH_ARGUMENT, () -> ready.kernel().start(new Object[100]));
    assertRuns(ready, 0, 0, 0);
    assertThat(rig().counted().total("ERRORS", "NO_SUCH_ARGUMENT", "usage")).isEqualTo(1);
  }

  @Test
  void cancelledRunsAreCountedOnce() {
    if (rig().subject().lacks(Ability.ENDLESS_RUNS)) {
      return;
    }
    TestKernel ready = endless();
    Run run = ready.start();
    stop(run);
    assertThat(run.cancel()).isFalse();
    refuses(ErrorCode.CANCELLED, () -> run.await(Rig.DEADLINE));
    assertRuns(ready, 1, 0, 1);
  }

  @Test
  void manyThreadsAddUp() {
    TestKernel ready = ready();
    int threads = 4;
    long runs = 8;
    List<Boolean> all =
        together(
            threads,
            () -> {
              for (int i = 0; i < runs; i++) {
                done(ready.start());
              }
              return true;
            });
    assertThat(all).hasSize(threads).containsOnly(true);
    assertRuns(ready, threads * runs, threads * runs, 0);
  }

  @Test
  void runsInFlightEndWithTheirDevice() {
    TestKernel ready = ready();
    for (int i = 0; i < 8; i++) {
      ready.start();
    }
    rig().closeDevice(device());
    CountedInstance counted = rig().counted();
    String kernel = ready.kernel().name();
    assertThat(counted.total("RUNS_STARTED", kernel)).isEqualTo(8);
    assertThat(counted.total("RUNS_ENDED", kernel)).isEqualTo(8);
  }
}
