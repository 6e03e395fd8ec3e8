package dev.backplane.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.Device;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.Kernel;
import dev.backplane.api.Program;
import dev.backplane.api.Queue;
import dev.backplane.api.QueueFlag;
import dev.backplane.api.Queues;
import dev.backplane.api.Run;
import dev.backplane.api.Signal;
import dev.backplane.api.pi.Interop;
import dev.backplane.runtime.Backplane;
import dev.backplane.runtime.selector.DeviceSelector;
import dev.backplane.tck.Allocation;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** OpenCL as an application has it: a real device, the driver and the manager's wrappers. */
@Timeout(600)
final class OpenClThroughBackplaneTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Image VADD = Image.of(Path.of("examples/vadd/vadd.cl"));
  private static final int COUNT = 256;
  private static final int ROUNDS = 5_000;

  private @Nullable Backplane backplane;
  private @Nullable Device opened;

  @BeforeEach
  void open() {
    Backplane manager = Backplane.open();
    backplane = manager;
    try {
      opened = manager.find(DeviceSelector.parse("opencl:*")).open();
    } catch (BackplaneException e) {
      assumeTrue(false, "no OpenCL here; tools/setup installs pocl-opencl-icd: " + e.getMessage());
    }
  }

  @AfterEach
  void close() {
    if (backplane != null) {
      backplane.close();
    }
  }

  private Device device() {
    if (opened == null) {
      throw new IllegalStateException("no test is running");
    }
    return opened;
  }

  @Test
  void aCallExecutesOverItsRange() {
    Kernel vadd = device().load(VADD).kernel("vadd");
    try (Queue queue = device().queue(QueueFlag.PROFILING);
        Buffer a = vadd.buffer("a", COUNT * 4L);
        Buffer b = vadd.buffer("b", COUNT * 4L);
        Buffer c = vadd.buffer("c", COUNT * 4L);
        Call call = vadd.bind(a, b, c, COUNT).range(COUNT).group(16)) {
      int[] ones = new int[COUNT];
      java.util.Arrays.fill(ones, 1);
      Run _ = queue.write(a, 0, MemorySegment.ofArray(ones));
      Run _ = queue.write(b, 0, MemorySegment.ofArray(ones));
      Run run = queue.submit(call);
      run.await(LONG);
      assertThat(run.times().execution()).isGreaterThanOrEqualTo(Duration.ZERO);
      int[] sums = new int[COUNT];
      queue.read(c, 0, MemorySegment.ofArray(sums)).await(LONG);
      assertThat(sums).containsOnly(2);
      queue.finish(LONG);
    }
  }

  @Test
  void settingArgumentsAndEnqueuingAllocateNothing() {
    Kernel vadd = device().load(VADD).kernel("vadd");
    try (Queue queue = device().queue();
        Buffer a = vadd.buffer("a", COUNT * 4L);
        Call call = vadd.bind(a, a, a, 1).range(1)) {
      // To wait allocates: at the end, and now and then before, where the device is far behind.
      Allocation.assertLessThan(8L * ROUNDS, () -> enqueue(queue, call, a));
    }
  }

  private static void enqueue(Queue queue, Call call, Buffer buffer) {
    for (int round = 0; round < ROUNDS; round++) {
      call.set(0, buffer).set(3, 1);
      queue.enqueue(call);
    }
    queue.finish(LONG);
  }

  @Test
  void memoryInUseIsNotClosedAndMemoryOfTheDeviceIsClosedWithIt() {
    Kernel vadd = device().load(VADD).kernel("vadd");
    Queue queue = device().queue();
    Buffer a = vadd.buffer("a", COUNT * 4L);
    Call call = vadd.call().set(0, a);
    refuses(ErrorCode.IN_USE, a::close);
    Signal gate = device().facet(Queues.class).signal();
    Buffer b = vadd.buffer("b", COUNT * 4L);
    Run _ = queue.write(b, 0, b.host(), gate);
    refuses(ErrorCode.IN_USE, b::close);
    refuses(ErrorCode.IN_USE, queue::close);
    device().close();

    refuses(ErrorCode.CLOSED, () -> queue.submit(call));
    refuses(ErrorCode.CLOSED, a::host);
    refuses(ErrorCode.CLOSED, gate::complete);
  }

  @Test
  void errorsNameTheDeviceAndWhatToDo() {
    Image wrong =
        Image.source("wrong.cl", "kernel void k(global int *x) {\n  x[0] = nothing;\n}\n");
    var error = refuses(ErrorCode.BUILD_FAILED, () -> device().load(wrong));
    assertThat(error.getMessage()).contains("wrong.cl:2", "nothing").contains(device().id());

    Kernel vadd = device().load(VADD).kernel("vadd");
    refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> vadd.start("a", "b", "c", 1));
    refuses(ErrorCode.NO_SUCH_ARGUMENT, vadd::start);
    try (Call call = vadd.call()) {
      refuses(ErrorCode.WRONG_WORK_SIZE, () -> call.group(call.largestGroup() + 1));
    }
  }

  @Test
  void aProgramIsFreedWhenItIsClosed() {
    Kernel kernel;
    try (Program program =
        device().load(Image.source("k.cl", "kernel void k(global int *x) { x[0] = 7; }"))) {
      kernel = program.kernel("k");
      Interop interop = device().facet(Interop.class);
      assertThat(interop.handle(program)).isNotZero();
      try (Buffer x = kernel.buffer("x", 4)) {
        kernel.start(x).await(LONG);
        assertThat(x.syncBack().read(new int[1])).containsExactly(7);
      }
    }
    refuses(ErrorCode.CLOSED, kernel::computeUnits);
  }

  private static BackplaneException refuses(ErrorCode code, ThrowingCallable call) {
    BackplaneException error = catchThrowableOfType(BackplaneException.class, call);
    assertThat(error).as("an error of code %s", code).isNotNull();
    assertThat(error.code()).as(error.getMessage()).isEqualTo(code);
    return error;
  }
}
