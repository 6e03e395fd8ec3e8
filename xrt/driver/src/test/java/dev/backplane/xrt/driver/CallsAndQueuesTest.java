package dev.backplane.xrt.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Images;
import dev.backplane.api.Kernel;
import dev.backplane.api.LoadOption;
import dev.backplane.api.Memory;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Queue;
import dev.backplane.api.QueueFlag;
import dev.backplane.api.Queues;
import dev.backplane.api.Run;
import dev.backplane.api.RunState;
import dev.backplane.api.spi.Adapter;
import dev.backplane.api.spi.DriverDevice;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls and queues over a library of our own. */
final class CallsAndQueuesTest {
  private static final Duration DEADLINE = Duration.ofSeconds(20);

  @TempDir private static Path folder;

  private static FakeXrt fake;
  private static Adapter adapter;

  private final DriverDevice device = open();
  private final Images images = device.facet(Images.class).orElseThrow();
  private final Queues queues = device.facet(Queues.class).orElseThrow();
  private final Kernel vadd = images.load(XrtHere.vadd()).kernel("vadd");
  private final Buffer a = buffer(1, 2);
  private final Buffer b = buffer(30, 40);
  private final Buffer c = buffer(0, 0);

  @BeforeAll
  static void configure() throws Exception {
    fake = FakeXrt.compile(folder);
    var builder = new Adapter.Builder("test");
    assertThat(new XrtDriver().configure(builder, fake.config(""))).isZero();
    adapter = builder.build();
    assertThat(adapter.initialize()).isZero();
  }

  @AfterAll
  static void close() {
    assertThat(adapter.finalizeInstance()).isZero();
  }

  private static DriverDevice open() {
    return adapter.opener().open("noop0", OpenMode.EXCLUSIVE);
  }

  @AfterEach
  void closeDevice() {
    device.close();
    device.close();
  }

  private Buffer buffer(int... values) {
    Memory memory = device.facet(Memory.class).orElseThrow();
    return memory.allocate(64, memory.banks().getFirst().index()).write(values).sync();
  }

  private static void refuses(ErrorCode code, ThrowingCallable call) {
    BackplaneException error = catchThrowableOfType(BackplaneException.class, call);
    assertThat(error).as("an error of code %s", code).isNotNull();
    assertThat(error.code()).as(error.getMessage()).isEqualTo(code);
  }

  @Test
  void aCallIsStartedAgainAndAgainWithOneRun() {
    Call call = vadd.bind(a, b, c, 2);
    Run own = call.start();
    own.await(DEADLINE);
    assertThat(c.syncBack().read(new int[2])).containsExactly(31, 42);
    assertThat(call.set(1, a).start()).isSameAs(own);
    assertThat(own.join(DEADLINE)).isEqualTo(RunState.COMPLETED);
    assertThat(c.syncBack().read(new int[2])).containsExactly(2, 4);
    refuses(ErrorCode.IN_USE, a::close);
    refuses(ErrorCode.IN_USE, () -> images.load(XrtHere.vadd(), LoadOption.FORCE));
    b.close();
    call.close();
    call.close();
    refuses(ErrorCode.CLOSED, call::start);
    a.close();
  }

  @Test
  void anExecutionInFlightKeepsItsCallAsItIs() {
    fake.hang();
    Call call = vadd.bind(a, b, c, 2);
    Run run = call.start();
    refuses(ErrorCode.IN_USE, call::start);
    refuses(ErrorCode.IN_USE, () -> call.set(3, 1));
    assertThat(run.cancel()).isFalse();
    fake.release();
    assertThat(run.join(DEADLINE)).isEqualTo(RunState.COMPLETED);
    call.close();
  }

  @Test
  void transfersLeaveTheHostsCopyAlone() {
    int[] sums = new int[2];
    try (Queue queue = queues.queue(QueueFlag.OUT_OF_ORDER);
        Call call = vadd.bind(a, b, c, 2)) {
      a.write(9, 9);
      c.write(8, 8);
      Run write = queue.write(a, 0, MemorySegment.ofArray(new int[] {5, 6}));
      Run copy = queue.copy(a, 0, b, 4, 4, write);
      Run execution = queue.submit(call, copy);
      queue.read(c, 0, MemorySegment.ofArray(sums), execution).await(DEADLINE);
      queue.finish(DEADLINE);
    }
    assertThat(sums).containsExactly(35, 11);
    assertThat(a.read(new int[2])).containsExactly(9, 9);
    assertThat(b.read(new int[2])).containsExactly(30, 40);
    assertThat(c.read(new int[2])).containsExactly(8, 8);
  }

  @Test
  void aDeviceIsClosedOverOpenCallsAndWaitingCommands() {
    Call call = vadd.bind(a, b, c, 2);
    Run waiting = queues.queue().submit(call, queues.signal());
    device.close();
    assertThat(waiting.join(DEADLINE).isFinal()).isTrue();
  }
}
