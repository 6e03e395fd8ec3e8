package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Argument;
import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Memory;
import dev.backplane.api.Queue;
import dev.backplane.api.QueueFlag;
import dev.backplane.api.Queues;
import dev.backplane.api.Run;
import dev.backplane.api.RunState;
import dev.backplane.api.spi.DriverDevice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Queues, which every device has that runs kernels. */
@Needs(kernels = true)
public abstract class QueuesConformance extends QueueSuite {
  /** A conformance class. */
  protected QueuesConformance() {}

  @ParameterizedTest
  @EnumSource(QueueFlag.class)
  void aQueueHasTheFlagsThatTheDeviceHas(QueueFlag flag) {
    boolean hint =
        switch (flag) {
          case OUT_OF_ORDER, PROFILING -> false;
          case PRIORITY_LOW, PRIORITY_HIGH, DISCARD_EVENTS -> true;
        };
    if (queues().flags().contains(flag)) {
      assertThat(queue(flag).flags()).containsOnly(flag);
    } else if (hint) {
      done(queue(flag).marker());
    } else {
      refuses(ErrorCode.NOT_SUPPORTED, () -> queues().queue(flag));
    }
  }

  @Test
  void commandsOfEveryKindWaitForEachOther() {
    TestKernel ready = ready();
    Call call = call(ready);
    Queue first = queue();
    Queue second = queue();
    Run started = ready.start();
    Run own = call.start();
    Run submitted = first.submit(call, started, own);
    Run marker = second.marker(submitted);
    done(first.barrier(marker));

    assertThat(List.of(started, own, submitted, marker))
        .allMatch(run -> run.state() == RunState.COMPLETED);
    ready.check();
  }

  @Test
  void aQueueIsEmptyWhenItWasFinished() {
    Queue queue = queue();
    Run run = queue.submit(call(ready()));
    queue.flush();
    queue.finish(Rig.DEADLINE);

    assertThat(run.state()).isEqualTo(RunState.COMPLETED);
    assertThat(queue.isEmpty()).isTrue();
  }

  @Test
  void severalThreadsSubmitToOneQueue() {
    Queue queue = queue();
    TestKernel first = ready();
    try (var threads = Executors.newFixedThreadPool(4)) {
      List<Future<?>> workers = new ArrayList<>();
      List<TestKernel> kernels = new ArrayList<>();
      for (int worker = 0; worker < 4; worker++) {
        TestKernel ready = rig().ready(first.kernel(), rig().testCase());
        kernels.add(ready);
        Call call = call(ready);
        workers.add(
            threads.submit(
                () -> {
                  for (int round = 0; round < 50; round++) {
                    queue.enqueue(call);
                  }
                }));
      }
      finish(workers);
      queue.finish(Rig.DEADLINE);
      kernels.forEach(TestKernel::check);
    }
  }

  @Test
  void aRunOfAProfilingQueueKnowsItsTimes() {
    if (!queues().flags().contains(QueueFlag.PROFILING)) {
      return;
    }
    Run run = queue(QueueFlag.PROFILING).submit(call(ready()));
    done(run);
    Run.Times times = run.times();

    assertThat(times.queued()).isLessThanOrEqualTo(times.submitted());
    assertThat(times.started()).isLessThanOrEqualTo(times.ended());
    assertThat(times.execution()).isGreaterThanOrEqualTo(Duration.ZERO);
  }

  @Test
  void aRunOfAnotherQueueHasNoTimes() {
    Run run = queue().submit(call(ready()));
    done(run);

    refuses(ErrorCode.NOT_SUPPORTED, run::times);
  }

  @Test
  void refusesObjectsOfAnotherDevice() {
    DriverDevice[] holders = twoHolders();
    Queue queue = rig().keep(rig().facet(holders[0], Queues.class).queue());
    Queue elsewhere = rig().keep(rig().facet(holders[1], Queues.class).queue());
    TestKernel ready = rig().ready(holders[0]);
    Call call = call(ready);
    Run foreign = elsewhere.marker();

    refuses(ErrorCode.INVALID_ARGUMENT, () -> queue.marker(foreign));
    refuses(ErrorCode.INVALID_ARGUMENT, () -> queue.submit(call, foreign));
    if (!rig().subject().lacks(Memory.class)) {
      Buffer buffer = buffer(holders[1]);
      refuses(ErrorCode.INVALID_ARGUMENT, () -> queue.read(buffer, 0, ints(0)));
      for (Argument argument : call.arguments()) {
        if (argument.kind() == Argument.Kind.BUFFER) {
          refuses(ErrorCode.INVALID_ARGUMENT, () -> call.set(argument.index(), buffer));
        }
      }
    }
    done(queue.submit(call));
    ready.check();
  }

  @Test
  void aQueueIsClosedOnce() {
    Queue queue = queue();
    done(queue.marker());
    rig().close(queue);
    closedAgain(queue);
  }
}
