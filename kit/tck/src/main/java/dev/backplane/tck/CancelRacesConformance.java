package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Call;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Run;
import dev.backplane.api.RunState;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Cancelling, by several threads and at any time. */
@Needs(kernels = true, abilities = Ability.ENDLESS_RUNS)
public abstract class CancelRacesConformance extends RunSuite {
  /** A conformance class. */
  protected CancelRacesConformance() {}

  @Test
  void aCancelThatMeetsAStartIsNeverLost() throws Exception {
    Call call = call(endless());
    Run run = call.start();
    stop(run);
    try (var threads = Executors.newSingleThreadExecutor()) {
      for (int round = 0; round < 20; round++) {
        Future<?> starter = threads.submit(call::start);
        long end = System.nanoTime() + Rig.DEADLINE.toNanos();
        while (!run.cancel() && System.nanoTime() - end < 0) {
          Thread.onSpinWait();
        }
        finish(starter);
        assertThat(run.join(Rig.DEADLINE)).isEqualTo(RunState.CANCELLED);
      }
    }
  }

  @Test
  void severalThreadsMayCancelOneRun() {
    Run run = endless().start();
    List<Boolean> told = together(4, run::cancel);

    assertThat(told).contains(true);
    refuses(ErrorCode.CANCELLED, () -> run.await(Rig.DEADLINE));
    assertThat(run.cancel()).isFalse();
  }

  @Test
  void everyWaitingThreadLearnsOfACancel() throws Exception {
    Run run = endless().start();
    CountDownLatch waiting = new CountDownLatch(4);
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      List<Future<?>> waiters = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        waiters.add(
            threads.submit(
                () -> {
                  waiting.countDown();
                  refuses(ErrorCode.CANCELLED, () -> run.await(Rig.DEADLINE));
                }));
      }
      assertThat(waiting.await(Rig.DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(run.cancel()).isTrue();
      finish(waiters);
    }
  }
}
