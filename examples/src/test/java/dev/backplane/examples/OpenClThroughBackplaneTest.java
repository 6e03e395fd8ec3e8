package dev.backplane.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.BuiltProgram;
import dev.backplane.api.Device;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Event;
import dev.backplane.api.Image;
import dev.backplane.api.Kernel;
import dev.backplane.api.Launch;
import dev.backplane.api.ProgramCode;
import dev.backplane.api.Programs;
import dev.backplane.api.Queue;
import dev.backplane.api.QueueFlag;
import dev.backplane.api.Queues;
import dev.backplane.api.UserEvent;
import dev.backplane.api.pi.Interop;
import dev.backplane.runtime.Backplane;
import dev.backplane.runtime.selector.DeviceSelector;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** OpenCL as an application has it: a real device, the driver and the manager's wrappers. */
@Timeout(120)
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
  void aLaunchExecutesOverItsRange() {
    Kernel vadd = device().load(VADD).kernel("vadd");
    Queues queues = device().facet(Queues.class);
    try (Queue queue = queues.queue(QueueFlag.PROFILING);
        Buffer a = vadd.buffer("a", COUNT * 4L);
        Buffer b = vadd.buffer("b", COUNT * 4L);
        Buffer c = vadd.buffer("c", COUNT * 4L);
        Launch launch = queues.launch(vadd)) {
      int[] ones = new int[COUNT];
      java.util.Arrays.fill(ones, 1);
      queue.write(a, 0, MemorySegment.ofArray(ones)).close();
      queue.write(b, 0, MemorySegment.ofArray(ones)).close();
      launch.set(0, a).set(1, b).set(2, c).set(3, COUNT).global(COUNT).local(16);
      try (Event event = queue.launch(launch)) {
        event.await(LONG);
        assertThat(event.times().execution()).isGreaterThanOrEqualTo(Duration.ZERO);
      }
      int[] sums = new int[COUNT];
      try (Event read = queue.read(c, 0, MemorySegment.ofArray(sums))) {
        read.await(LONG);
      }
      assertThat(sums).containsOnly(2);
      queue.finish(LONG);
    }
  }

  @Test
  void settingArgumentsAndSubmittingAllocateNothing() {
    Kernel vadd = device().load(VADD).kernel("vadd");
    Queues queues = device().facet(Queues.class);
    try (Queue queue = queues.queue();
        Buffer a = vadd.buffer("a", COUNT * 4L);
        Launch launch = queues.launch(vadd)) {
      launch.set(0, a).set(1, a).set(2, a).global(1);
      submit(queue, launch, a);
      submit(queue, launch, a);
      ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
      long before = threads.getCurrentThreadAllocatedBytes();
      submit(queue, launch, a);
      long allocated = threads.getCurrentThreadAllocatedBytes() - before;

      // Waiting for the end allocates a little; an object per launch would be much more.
      assertThat(allocated).isLessThan(ROUNDS);
    }
  }

  private static void submit(Queue queue, Launch launch, Buffer buffer) {
    for (int round = 0; round < ROUNDS; round++) {
      launch.set(0, buffer).set(3, 1);
      queue.submit(launch);
    }
    queue.finish(LONG);
  }

  @Test
  void memoryInUseIsNotClosedAndMemoryOfTheDeviceIsClosedWithIt() {
    Kernel vadd = device().load(VADD).kernel("vadd");
    Queues queues = device().facet(Queues.class);
    Queue queue = queues.queue();
    Buffer a = vadd.buffer("a", COUNT * 4L);
    Launch launch = queues.launch(vadd).set(0, a);
    refuses(ErrorCode.IN_USE, a::close);
    UserEvent gate = queues.userEvent();
    Buffer b = vadd.buffer("b", COUNT * 4L);
    queue.write(b, 0, b.host(), gate).close();
    refuses(ErrorCode.IN_USE, b::close);
    refuses(ErrorCode.IN_USE, queue::close);
    device().close();

    refuses(ErrorCode.CLOSED, () -> queue.submit(launch));
    refuses(ErrorCode.CLOSED, a::host);
    refuses(ErrorCode.CLOSED, gate::complete);
  }

  @Test
  void errorsNameTheDeviceAndWhatToDo() {
    Programs programs = device().facet(Programs.class);
    ProgramCode wrong =
        ProgramCode.source("wrong.cl", "kernel void k(global int *x) {\n  x[0] = nothing;\n}\n");
    var error = refuses(ErrorCode.BUILD_FAILED, () -> programs.build(wrong));
    assertThat(error.getMessage()).contains("wrong.cl:2", "nothing").contains(device().id());

    Kernel vadd = device().load(VADD).kernel("vadd");
    refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> vadd.start("a", "b", "c", 1));
    refuses(ErrorCode.NO_SUCH_ARGUMENT, vadd::start);
    try (Launch launch = device().facet(Queues.class).launch(vadd)) {
      refuses(ErrorCode.WRONG_WORK_SIZE, () -> launch.local(launch.largestGroup() + 1));
    }
  }

  @Test
  void programsAreBuiltBesideTheImage() {
    Programs programs = device().facet(Programs.class);
    Kernel kernel;
    try (BuiltProgram program =
        programs.build(ProgramCode.source("k.cl", "kernel void k(global int *x) { x[0] = 7; }"))) {
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
