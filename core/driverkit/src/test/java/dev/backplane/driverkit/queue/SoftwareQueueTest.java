package dev.backplane.driverkit.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Queue;
import dev.backplane.api.QueueFlag;
import dev.backplane.api.Run;
import dev.backplane.api.RunState;
import dev.backplane.api.Signal;
import dev.backplane.driverkit.queue.FakeDevice.FakeBuffer;
import dev.backplane.driverkit.queue.FakeDevice.FakeCall;
import dev.backplane.driverkit.queue.FakeDevice.FakeRun;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** The order of commands that the host keeps, and how they end. */
final class SoftwareQueueTest {
  private static final Duration DEADLINE = Duration.ofSeconds(20);

  private final FakeDevice device = new FakeDevice();
  private final SoftwareQueues queues = new SoftwareQueues(device);
  private final Queue inOrder = queues.queue();
  private final Queue outOfOrder = queues.queue(QueueFlag.OUT_OF_ORDER);

  static BackplaneException refuses(ErrorCode code, ThrowingCallable call) {
    BackplaneException error = catchThrowableOfType(BackplaneException.class, call);
    assertThat(error).as("an error of code %s", code).isNotNull();
    assertThat(error.code()).as(error.getMessage()).isEqualTo(code);
    return error;
  }

  /** Waits until so many executions have begun, and gives the last. */
  private FakeRun begun(int number) {
    long end = System.nanoTime() + DEADLINE.toNanos();
    while (device.begun.size() < number) {
      assertThat(System.nanoTime() - end).as("time until it has begun").isNegative();
      Thread.onSpinWait();
    }
    return device.begun.get(number - 1);
  }

  @Test
  void readyWorkBeginsInTheThreadThatSubmitsIt() {
    Run run = inOrder.submit(device.call(1));
    assertThat(begun(1).starter).isSameAs(Thread.currentThread());
    assertThat(run.state()).isEqualTo(RunState.RUNNING);
    begun(1).end();
    assertThat(run.await(DEADLINE).cycles()).isEqualTo(7);
    assertThat(run.state()).isEqualTo(RunState.COMPLETED);
  }

  @Test
  void anInOrderQueueExecutesOneAfterTheOtherInThreadsThatAreNotTheDevices() {
    try (FakeCall call = device.call(1)) {
      Run first = inOrder.submit(call);
      Run second = inOrder.submit((FakeCall) call.set(1, 2));
      assertThat(second.state()).isEqualTo(RunState.QUEUED);
      assertThat(device.begun).hasSize(1);
      begun(1).end();
      FakeRun next = begun(2);
      assertThat(next.number).isEqualTo(2);
      assertThat(next.starter.getName()).startsWith("queue of");
      assertThat(next.starter.isDaemon()).isTrue();
      next.end();
      assertThat(first.join(DEADLINE)).isEqualTo(RunState.COMPLETED);
      assertThat(second.join(DEADLINE)).isEqualTo(RunState.COMPLETED);
    }
  }

  @Test
  void anOutOfOrderQueueExecutesAllAtOnceButForWhatTheyWaitFor() {
    Run first = outOfOrder.submit(device.call(1));
    Run second = outOfOrder.submit(device.call(2));
    Run third = outOfOrder.submit(device.call(3), first, second);
    assertThat(device.begun).hasSize(2);
    begun(2).end();
    assertThat(second.join(DEADLINE)).isEqualTo(RunState.COMPLETED);
    assertThat(third.state()).isEqualTo(RunState.QUEUED);
    begun(1).end();
    begun(3).end();
    third.await(DEADLINE);
    assertThat(outOfOrder.isEmpty()).isTrue();
  }

  @Test
  void aCommandWaitsForSignalsOwnRunsAndCommandsOfOtherQueues() {
    Signal signal = queues.signal();
    FakeCall started = device.call(1);
    Run own = started.start();
    Run other = outOfOrder.submit(device.call(2));
    FakeBuffer buffer = device.buffer(4);
    byte[] target = new byte[4];
    Run read = inOrder.read(buffer, 0, MemorySegment.ofArray(target), signal, own, other);
    buffer.memory.fill((byte) 5);
    signal.complete();
    started.own().end();
    assertThat(read.state()).isEqualTo(RunState.QUEUED);
    begun(2).end();
    read.await(DEADLINE);
    assertThat(target).containsOnly(5);
    assertThat(device.movers.getFirst()).isNotSameAs(Thread.currentThread());
  }

  @Test
  void aFailureGoesDownTheChainAndNothingOfItIsExecuted() {
    Signal signal = queues.signal();
    Run first = outOfOrder.submit(device.call(1), signal);
    Run second = outOfOrder.submit(device.call(2), first);
    Run marker = inOrder.marker(second);
    signal.fail();
    for (Run run : List.of(first, second, marker)) {
      assertThat(run.join(DEADLINE)).isEqualTo(RunState.FAILED);
      refuses(ErrorCode.KERNEL_FAILED, () -> run.await(DEADLINE));
    }
    assertThat(device.begun).isEmpty();
    Run later = outOfOrder.submit(device.call(3), first);
    assertThat(later.join(DEADLINE)).isEqualTo(RunState.FAILED);
    assertThat(later.cancel()).isFalse();
  }

  @Test
  void anInOrderQueueGoesOnAfterAFailure() {
    Run first = inOrder.submit(device.call(1));
    Run second = inOrder.submit(device.call(2));
    begun(1).fail(ErrorCode.KERNEL_FAILED);
    assertThat(second.join(DEADLINE)).isEqualTo(RunState.FAILED);
    assertThat(first.join(DEADLINE)).isEqualTo(RunState.FAILED);
    Run third = inOrder.submit(device.call(3));
    begun(2).end();
    assertThat(third.join(DEADLINE)).isEqualTo(RunState.COMPLETED);
  }

  @Test
  void cancelsWaitingWorkAndExecutingWorkIfTheDeviceCan() {
    Run first = inOrder.submit(device.call(1));
    Run second = inOrder.submit(device.call(2));
    Run third = inOrder.submit(device.call(3));
    assertThat(second.cancel()).isTrue();
    assertThat(second.cancel()).isFalse();
    assertThat(second.state()).isEqualTo(RunState.CANCELLED);
    assertThat(third.join(DEADLINE)).isEqualTo(RunState.FAILED);
    // The order is kept though there is nothing left between them.
    Run fourth = inOrder.submit(device.call(4));
    assertThat(fourth.state()).isEqualTo(RunState.QUEUED);
    begun(1).refusesCancel = true;
    assertThat(first.cancel()).isFalse();
    begun(1).refusesCancel = false;
    assertThat(first.cancel()).isTrue();
    assertThat(first.join(DEADLINE)).isEqualTo(RunState.CANCELLED);
    assertThat(fourth.join(DEADLINE)).isEqualTo(RunState.FAILED);
  }

  @Test
  void aBarrierStopsLaterCommandsAndAMarkerDoesNot() {
    Run first = outOfOrder.submit(device.call(1));
    Run marker = outOfOrder.marker();
    Run second = outOfOrder.submit(device.call(2));
    Run barrier = outOfOrder.barrier();
    Run third = outOfOrder.submit(device.call(3));
    assertThat(device.begun).hasSize(2);
    begun(1).end();
    assertThat(marker.join(DEADLINE)).isEqualTo(RunState.COMPLETED);
    assertThat(barrier.state()).isEqualTo(RunState.QUEUED);
    begun(2).end();
    begun(3).end();
    assertThat(third.join(DEADLINE)).isEqualTo(RunState.COMPLETED);
    assertThat(first.join(DEADLINE)).isEqualTo(second.join(DEADLINE));
  }

  @Test
  void runsOfOthersAndThoseThatWereNeverStartedAreRefused() {
    SoftwareQueues others = new SoftwareQueues(new FakeDevice());
    FakeCall call = device.call(1);
    refuses(ErrorCode.INVALID_ARGUMENT, () -> inOrder.marker(others.signal()));
    refuses(
        ErrorCode.INVALID_ARGUMENT, () -> inOrder.submit(call, new FakeDevice().call(1).start()));
    refuses(ErrorCode.INVALID_ARGUMENT, () -> inOrder.submit(call, call.own()));
    assertThat(inOrder.isEmpty()).isTrue();
  }

  @Test
  void finishHasADeadlineAndAQueueInUseIsNotClosed() {
    inOrder.enqueue(device.call(1));
    refuses(ErrorCode.TIMEOUT, () -> inOrder.finish(Duration.ofMillis(1)));
    refuses(ErrorCode.IN_USE, inOrder::close);
    Thread.currentThread().interrupt();
    refuses(ErrorCode.CANCELLED, () -> inOrder.finish(DEADLINE));
    assertThat(Thread.interrupted()).isTrue();
    begun(1).end();
    inOrder.finish(DEADLINE);
    inOrder.close();
    inOrder.close();
    refuses(ErrorCode.CLOSED, () -> inOrder.enqueue(device.call(2)));
  }

  @Test
  void aCallIsNotClosedWhileOneIsEnqueued() {
    FakeCall call = device.call(1);
    outOfOrder.enqueue(call);
    refuses(ErrorCode.IN_USE, call::close);
    begun(1).end();
    call.close();
  }

  @Test
  void timesAreInOrderAndOnlyThereWhereTheyAreTaken() {
    Run untimed = inOrder.marker();
    refuses(ErrorCode.NOT_SUPPORTED, untimed::times);
    Run run = queues.queue(QueueFlag.PROFILING).submit(device.call(1));
    refuses(ErrorCode.IN_USE, run::times);
    begun(1).end();
    run.await(DEADLINE);
    Run.Times times = run.times();
    assertThat(List.of(times.queued(), times.submitted(), times.started(), times.ended()))
        .isSorted();
  }

  @Test
  void closingTheDeviceFailsSignalsAndCancelsWhatIsInFlight() {
    Signal signal = queues.signal();
    Run waiting = outOfOrder.submit(device.call(1), signal);
    Run executing = inOrder.submit(device.call(2));
    queues.close();
    queues.close();
    assertThat(signal.state()).isEqualTo(RunState.FAILED);
    assertThat(waiting.join(DEADLINE)).isEqualTo(RunState.CANCELLED);
    assertThat(executing.join(DEADLINE)).isEqualTo(RunState.CANCELLED);
    refuses(ErrorCode.CLOSED, queues::signal);
    refuses(ErrorCode.CLOSED, queues::queue);
    outOfOrder.close();
  }

  @Test
  void aSignalEndsOnce() throws Exception {
    Signal signal = queues.signal();
    CompletableFuture<RunState> told = new CompletableFuture<>();
    var done = signal.whenDone(told::complete).toCompletableFuture();
    assertThat(signal.cancel()).isTrue();
    assertThat(signal.cancel()).isFalse();
    refuses(ErrorCode.INVALID_ARGUMENT, signal::complete);
    refuses(ErrorCode.INVALID_ARGUMENT, signal::fail);
    assertThat(told.get(20, TimeUnit.SECONDS)).isEqualTo(RunState.FAILED);
    done.get(20, TimeUnit.SECONDS);
  }

  @Test
  void manyThreadsPutCommandsIntoOneQueueAndAllEnd() throws Exception {
    device.shortKernels = true;
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    FakeCall call = device.call(1);
                    for (int i = 0; i < 500; i++) {
                      Run run = inOrder.submit(call);
                      if (i % 3 == 0) {
                        outOfOrder.submit(call, run).cancel();
                      }
                    }
                  }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    inOrder.finish(DEADLINE);
    outOfOrder.finish(DEADLINE);
    assertThat(inOrder.isEmpty()).isTrue();
    assertThat(device.begun.size()).isBetween(2000, 2668);
  }
}
