package dev.backplane.xrt.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Images;
import dev.backplane.api.Kernel;
import dev.backplane.api.LoadOption;
import dev.backplane.api.Memory;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Placement;
import dev.backplane.api.Program;
import dev.backplane.api.Registers;
import dev.backplane.api.Run;
import dev.backplane.api.RunState;
import dev.backplane.api.spi.Adapter;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.ffi.Errno;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every way in which the library can fail, and what a person is told of it. */
@Timeout(600)
final class LibraryFailuresTest {
  private static final int EACCES = 13;
  private static final int BYTES = 64;
  private static final int COUNT = BYTES / Integer.BYTES;
  private static final Duration DEADLINE = Duration.ofSeconds(20);

  @TempDir static Path folder;

  private static FakeXrt fake;

  private Adapter adapter;
  private DriverDevice device;

  @BeforeAll
  static void compile() throws Exception {
    fake = FakeXrt.compile(folder);
  }

  @BeforeEach
  void initialize() {
    Adapter.Builder builder = new Adapter.Builder("fake");
    assertThat(new XrtDriver().configure(builder, fake.config(", \"devices\": 2"))).isZero();
    adapter = builder.build();
    assertThat(adapter.initialize()).isZero();
    device = open("noop0");
  }

  /** Whatever went wrong, the device works as soon as the library does. */
  @AfterEach
  void allWorksAgain() {
    fake.mend();
    computes(program());
    device.close();
    assertThat(adapter.finalizeInstance()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "0, NO_SUCH_DEVICE",
    "19, NO_SUCH_DEVICE",
    "16, BUSY",
    "13, NOT_PERMITTED",
    "110, TIMEOUT",
    "12, OUT_OF_HOST_MEMORY"
  })
  void aDeviceThatDoesNotOpen(int errno, ErrorCode code) {
    fake.fail("xrtDeviceOpen", errno);

    told(code, "xrtDeviceOpen", () -> open("noop1"));
  }

  @Test
  void bytesThatTheLibraryDoesNotTakeForAnImage() {
    fake.fail("xrtXclbinAllocRawData", 0);

    told(ErrorCode.IMAGE_INVALID, "xrtXclbinAllocRawData", this::program);
  }

  @ParameterizedTest
  @CsvSource({"0, IMAGE_NOT_RUNNABLE", "16, BUSY", "110, TIMEOUT", "1, NOT_PERMITTED"})
  void anImageThatIsNotLoaded(int errno, ErrorCode code) {
    fake.fail("xrtDeviceLoadXclbinHandle", errno);

    told(code, "xrtDeviceLoadXclbinHandle", this::program);
    assertThat(images().loaded()).isEmpty();
  }

  @Test
  void anImageThatIsNotLoadedInPlaceOfAnotherLeavesThatUsable() {
    Program before = program();
    fake.fail("xrtDeviceLoadXclbinHandle", Errno.EBUSY);
    told(
        ErrorCode.BUSY,
        "xrtDeviceLoadXclbinHandle",
        () -> images().load(XrtHere.vadd(), LoadOption.FORCE));
    fake.mend();

    computes(before);
  }

  @Test
  void aBankWithoutRoomIsNamed() {
    program();
    fake.fail("xrtBOAlloc", Errno.ENOMEM);
    var error = told(ErrorCode.OUT_OF_DEVICE_MEMORY, "xrtBOAlloc", this::buffer);

    assertThat(error.getMessage()).contains(memory().banks().getFirst().name());
  }

  @Test
  void aBufferThatIsLargerThanItsBank() {
    program();
    long most = memory().banks().getFirst().size();

    told(ErrorCode.OUT_OF_DEVICE_MEMORY, "no room", () -> memory().allocate(most + 1, bank()));
  }

  @Test
  void aHostWithoutRoomForTheCopy() {
    program();
    fake.fail("xrtBOMap", 0);

    told(ErrorCode.OUT_OF_HOST_MEMORY, "no 64 bytes", this::buffer);
  }

  @Test
  void memoryOfTheProgramThatIsRefused() {
    program();
    fake.fail("xrtBOAllocUserPtr", EACCES);
    try (Arena arena = Arena.ofShared()) {
      var pages = arena.allocate(4096, 4096);

      told(
          ErrorCode.NOT_PERMITTED,
          "xrtBOAllocUserPtr",
          () -> memory().allocate(pages.byteSize(), Placement.memory(pages)).close());
    }
  }

  @ParameterizedTest
  @CsvSource({"0, LINK_LOST", "35, DEVICE_FAULTED", "110, TIMEOUT"})
  void aSyncThatFails(int errno, ErrorCode code) {
    program();
    try (Buffer buffer = buffer()) {
      fake.fail("xrtBOSync", errno);

      told(code, "xrtBOSync", buffer::sync);
      told(code, "xrtBOSync", buffer::syncBack);
      fake.mend();
    }
  }

  @Test
  void aPartAndACopyThatFail() {
    program();
    try (Buffer one = buffer();
        Buffer other = buffer()) {
      fake.fail("xrtBOSubAlloc", 0);
      told(ErrorCode.OUT_OF_RANGE, "xrtBOSubAlloc", () -> one.slice(0, 16));
      fake.fail("xrtBOCopy", 0);
      told(ErrorCode.NOT_SUPPORTED, "xrtBOCopy", () -> one.copyFrom(other, 0, 0, 16));
      fake.mend();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "xrtPLKernelOpen, 0, BUSY",
    "xrtPLKernelOpen, 13, NOT_PERMITTED",
    "xrtRunOpen, 0, OUT_OF_HOST_MEMORY",
    "xrtRunSetArg, 0, WRONG_ARGUMENT_TYPE",
    "xrtRunStart, 0, KERNEL_FAILED",
    "xrtRunStart, 16, BUSY"
  })
  void aStartThatFailsUsesNothing(String function, int errno, ErrorCode code) {
    Kernel kernel = program().kernel("vadd");
    try (Buffer a = buffer();
        Buffer b = buffer();
        Buffer c = buffer()) {
      fake.fail(function, errno);

      told(code, function, () -> kernel.start(a, b, c, COUNT));
      fake.mend();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "5, KERNEL_FAILED, ERROR",
    "8, NO_PROGRESS, TIMEOUT",
    "9, DEVICE_FAULTED, NORESPONSE",
    "10, KERNEL_FAILED, SKERROR",
    "11, KERNEL_FAILED, SKCRASHED",
    "99, KERNEL_FAILED, state 99",
    "-1, KERNEL_FAILED, state -1"
  })
  void aRunThatEndsBadly(int state, ErrorCode code, String name) {
    fake.end(state);
    try (Started started = start()) {
      told(code, "ended it with " + name, () -> started.run().await(DEADLINE));
      assertThat(started.run().state()).isEqualTo(RunState.FAILED);
      assertThat(started.run().cancel()).isFalse();
    }
  }

  @Test
  void aRunThatIsAbortedIsCancelled() {
    fake.end(ErtState.ABORT);
    try (Started started = start()) {
      told(ErrorCode.CANCELLED, "ended it with ABORT", () -> started.run().await(DEADLINE));
      assertThat(started.run().state()).isEqualTo(RunState.CANCELLED);
    }
  }

  @Test
  void aRunThatHangsIsWaitedForNoLongerThanTold() {
    fake.hang();
    try (Started started = start()) {
      Run run = started.run();

      told(ErrorCode.TIMEOUT, "has not ended within", () -> run.await(Duration.ofMillis(50)));
      assertThat(run.cancel()).isFalse();
      told(ErrorCode.IN_USE, "", started.c()::close);
      told(ErrorCode.IN_USE, "in flight", () -> images().load(XrtHere.vadd(), LoadOption.FORCE));
      assertThat(run.state()).isEqualTo(RunState.RUNNING);
      fake.release();
      run.await(DEADLINE);
    }
  }

  @Test
  void registersThatCannotBeHad() {
    program();
    Registers registers = device.facet(Registers.class).orElseThrow();
    fake.fail("xrtPLKernelOpenExclusive", Errno.EBUSY);
    told(ErrorCode.BUSY, "xrtPLKernelOpen", () -> registers.read32(XrtHere.FAKE_SCRATCH));
    fake.fail("xrtKernelReadRegister", 0);
    told(
        ErrorCode.NOT_SUPPORTED,
        "xrtKernelReadRegister",
        () -> registers.read32(XrtHere.FAKE_SCRATCH));
    fake.fail("xrtKernelWriteRegister", 0);
    told(
        ErrorCode.NOT_SUPPORTED,
        "xrtKernelWriteRegister",
        () -> registers.write64(XrtHere.FAKE_SCRATCH, 1));
  }

  @Test
  void anAddressThatTheLibraryDoesNotTell() {
    program();
    fake.fail("xrtBOAddress", 0);
    try (Buffer buffer = buffer()) {
      assertThat(buffer.address()).isEqualTo(Buffer.NO_ADDRESS);
    }
  }

  /** Expects an error that names the function or the state, and what the library's log said. */
  private static BackplaneException told(ErrorCode code, String what, ThrowingCallable call) {
    BackplaneException error = catchThrowableOfType(BackplaneException.class, call);
    assertThat(error).as("an error of code %s", code).isNotNull();
    assertThat(error.code()).as(error.getMessage()).isEqualTo(code);
    assertThat(error.getMessage()).contains(what);
    if (what.startsWith("xrt")) {
      assertThat(error.getMessage()).contains(what).contains("was told to fail");
    }
    return error;
  }

  /** A run of the example, with its buffers. */
  private record Started(Run run, Buffer a, Buffer b, Buffer c) implements AutoCloseable {
    @Override
    public void close() {
      a.close();
      b.close();
      c.close();
    }
  }

  private Started start() {
    Kernel kernel = program().kernel("vadd");
    Buffer a = buffer();
    Buffer b = buffer();
    Buffer c = buffer();
    return new Started(kernel.start(a, b, c, COUNT), a, b, c);
  }

  private void computes(Program program) {
    try (Buffer a = buffer();
        Buffer b = buffer();
        Buffer c = buffer()) {
      a.write(1, 2).sync();
      b.write(30, 40).sync();
      program.kernel("vadd").start(a, b, c, COUNT).await(DEADLINE);

      assertThat(c.syncBack().read(new int[3])).containsExactly(31, 42, 0);
    }
  }

  private DriverDevice open(String key) {
    return adapter.opener().open(key, OpenMode.EXCLUSIVE);
  }

  private Images images() {
    return device.facet(Images.class).orElseThrow();
  }

  private Program program() {
    return images().load(XrtHere.vadd());
  }

  private Memory memory() {
    return device.facet(Memory.class).orElseThrow();
  }

  private int bank() {
    return memory().banks().getFirst().index();
  }

  private Buffer buffer() {
    return memory().allocate(BYTES, bank());
  }
}
