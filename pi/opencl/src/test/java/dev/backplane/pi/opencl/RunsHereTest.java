package dev.backplane.pi.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.Images;
import dev.backplane.api.Kernel;
import dev.backplane.api.Memory;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Queue;
import dev.backplane.api.QueueFlag;
import dev.backplane.api.Queues;
import dev.backplane.api.Run;
import dev.backplane.api.RunAbility;
import dev.backplane.api.RunState;
import dev.backplane.api.Signal;
import dev.backplane.api.spi.CallTrace;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.ffi.SignalHandlers;
import dev.backplane.pi.opencl.icd.IcdSettings;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls, runs and signals on the first device of this machine. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(600)
final class RunsHereTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Image PUT =
      Image.source("put.cl", "kernel void put(global int *to, int value) { to[0] = value; }");

  private final OpenClInstance instance =
      new OpenClInstance("cl", IcdSettings.usual(), CallTrace.NONE);

  /** Those of the JVM, which LLVM replaces when it is first used. */
  private final SignalHandlers handlers = SignalHandlers.save();

  private DriverDevice device;
  private Kernel put;
  private Buffer buffer;

  @BeforeAll
  void open() {
    var found = instance.enumerate(java.util.List.of());
    assumeTrue(!found.isEmpty(), "no OpenCL here; tools/setup installs pocl-opencl-icd");
    device = instance.open(found.getFirst().key(), OpenMode.EXCLUSIVE);
    var program = device.facet(Images.class).orElseThrow().load(PUT);
    assertThat(program.abilities()).containsExactly(RunAbility.RANGE);
    put = program.kernel("put");
    assertThat(handlers.restore()).isFalse();
    buffer = device.facet(Memory.class).orElseThrow().allocate(64, 0);
  }

  @AfterAll
  void close() {
    if (device != null) {
      buffer.close();
      device.close();
      device.close();
    }
    assertThat(instance.close()).isZero();
  }

  private Queues queues() {
    return device.facet(Queues.class).orElseThrow();
  }

  private int value() {
    buffer.syncBack();
    return buffer.host().get(ValueLayout.JAVA_INT, 0);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void dependentsOfAFailedSignalFailWithoutExecuting(boolean inOrder) {
    put.start(buffer, 1).await(LONG);
    QueueFlag[] flags = inOrder ? new QueueFlag[0] : new QueueFlag[] {QueueFlag.OUT_OF_ORDER};
    try (Queue queue = queues().queue(flags);
        Call call = put.bind(buffer, 2)) {
      Signal gate = queues().signal();
      Run waiting = queue.submit(call, gate);
      Run third = queue.submit(call, waiting);
      Run behind = inOrder ? queue.submit(call) : third;
      assertThat(waiting.state()).isEqualTo(RunState.QUEUED);
      gate.fail();
      assertThat(waiting.join(LONG)).isEqualTo(RunState.FAILED);
      assertThat(third.join(LONG)).isEqualTo(RunState.FAILED);
      if (inOrder) {
        assertThat(behind.join(LONG)).isEqualTo(RunState.FAILED);
      }
      refuses(ErrorCode.KERNEL_FAILED, () -> waiting.await(LONG));
      // These failed before the command is made.
      assertThat(queue.submit(call, gate).join(LONG)).isEqualTo(RunState.FAILED);
      assertThat(queue.submit(call, waiting).join(LONG)).isEqualTo(RunState.FAILED);
      assertThat(value()).isEqualTo(1);
    }
  }

  @Test
  void aRunThatFailedFailsCommandsAlthoughItsQueueIsClosed() {
    Signal gate = queues().signal();
    Run failed;
    try (Queue queue = queues().queue()) {
      failed = queue.marker(gate);
      gate.fail();
      assertThat(failed.join(LONG)).isEqualTo(RunState.FAILED);
    }
    try (Queue other = queues().queue()) {
      assertThat(other.marker(failed).join(LONG)).isEqualTo(RunState.FAILED);
    }
  }

  @Test
  void aQueueIsNotClosedWhileACommandWaits() {
    Queue queue = queues().queue();
    Signal gate = queues().signal();
    Run waiting = queue.marker(gate);
    refuses(ErrorCode.IN_USE, queue::close);
    gate.complete();
    assertThat(waiting.join(LONG)).isEqualTo(RunState.COMPLETED);
    queue.close();
    queue.close();
  }

  @Test
  void aCallIsStartedAgainWhenItHasEndedAndTellsOfTheLastExecution() {
    Call call = put.call();
    Run own = call.set(0, (Object) buffer).set(1, (Object) 3).start();
    assertThat(own.join(LONG)).isEqualTo(RunState.COMPLETED);
    assertThat(own.times().ended()).isGreaterThanOrEqualTo(own.times().started());
    assertThat(value()).isEqualTo(3);
    assertThat(call.set(1, 4).start()).isSameAs(own);
    try (Queue queue = queues().queue()) {
      queue.marker(own).await(LONG);
      assertThat(value()).isEqualTo(4);
      refuses(ErrorCode.NOT_SUPPORTED, () -> call.limit(LONG));
      call.limit(Duration.ZERO);
      Call other = put.call();
      refuses(ErrorCode.WRONG_ARGUMENT_TYPE, other::start);
      other.close();
    }
    call.close();
    call.close();
    refuses(ErrorCode.CLOSED, () -> call.set(1, 5));
  }

  @Test
  void aCallIsNotClosedWhileAnExecutionThatWasEnqueuedMayBeInFlight() {
    try (Queue queue = queues().queue()) {
      Call call = put.bind(buffer, 6);
      Signal gate = queues().signal();
      var _ = queue.barrier(gate);
      queue.enqueue(call);
      refuses(ErrorCode.IN_USE, call::close);
      gate.complete();
      queue.finish(LONG);
      call.close();
      assertThat(value()).isEqualTo(6);
    }
  }

  private static void refuses(ErrorCode code, ThrowingCallable call) {
    BackplaneException error = catchThrowableOfType(BackplaneException.class, call);
    assertThat(error).as("an error of code %s", code).isNotNull();
    assertThat(error.code()).as(error.getMessage()).isEqualTo(code);
  }
}
