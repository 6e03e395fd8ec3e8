package dev.backplane.runtime;

import static dev.backplane.runtime.Refusal.refuses;
import static dev.backplane.runtime.Site.scripted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.Device;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.Images;
import dev.backplane.api.Kernel;
import dev.backplane.api.Kernels;
import dev.backplane.api.LoadOption;
import dev.backplane.api.Management;
import dev.backplane.api.Memory;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Placement;
import dev.backplane.api.Program;
import dev.backplane.api.Registers;
import dev.backplane.api.Run;
import dev.backplane.api.RunState;
import dev.backplane.api.SharedMemory;
import dev.backplane.api.Token;
import dev.backplane.runtime.fakes.FakeRun;
import dev.backplane.runtime.fakes.Script;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Use after close, close in use, foreign objects and whatever a driver throws: coded errors. */
@Timeout(600)
final class WrappersTest {
  private static final Image IMAGE = Image.of("any", new byte[4]);
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final String WAITING = "{\"run\": \"waits\"}";

  @TempDir Path folder;

  @AfterEach
  void forget() {
    Script.reset();
  }

  private Backplane open(String... plugins) {
    return new Site(folder).plugins(plugins).open();
  }

  private static FakeRun lastRun() {
    return Objects.requireNonNull(FakeRun.LAST.get());
  }

  @Test
  void nothingOfAClosedDeviceCanBeUsed() {
    try (Backplane backplane = open(scripted("one", "{}"))) {
      Device device = backplane.token("one/dev0").open();
      Program program = device.load(IMAGE);
      Kernel kernel = program.kernel("twice");
      Buffer buffer = kernel.buffer("data", 8);
      Run run = kernel.start(buffer, 1);
      Registers registers = device.facet(Registers.class);
      Memory memory = device.facet(Memory.class);
      Images images = device.facet(Images.class);
      Kernels kernels = device.facet(Kernels.class);
      Management management = device.facet(Management.class);
      device.close();
      List<org.assertj.core.api.ThrowableAssert.ThrowingCallable> uses =
          List.of(
              device::facets,
              () -> device.facet(Memory.class),
              () -> device.extension(Supplier.class),
              () -> device.load(IMAGE),
              program::uuid,
              program::kernels,
              () -> program.kernel("twice"),
              kernel::computeUnits,
              () -> kernel.buffer("data", 8),
              () -> kernel.start(buffer, 1),
              buffer::size,
              buffer::address,
              buffer::bank,
              buffer::host,
              buffer::sync,
              buffer::syncBack,
              () -> buffer.write(1),
              buffer::placement,
              buffer::info,
              () -> buffer.readable(0, 1),
              () -> buffer.slice(0, 1),
              () -> buffer.copyFrom(buffer, 0, 0, 1),
              buffer::export,
              run::state,
              run::cancel,
              () -> run.await(SECOND),
              run::completion,
              registers::size,
              () -> registers.read32(0),
              () -> registers.read64(0),
              () -> registers.write32(0, 1),
              () -> registers.write64(0, 1),
              memory::banks,
              () -> memory.allocate(8, 0),
              () -> memory.allocate(8, Placement.host()),
              memory::placements,
              () -> memory.info(0),
              () -> memory.importShared(SharedMemory.passed(0, 1), 0),
              memory::usage,
              images::loaded,
              () -> images.load(IMAGE),
              kernels::kernels,
              () -> kernels.kernel("twice"),
              management::health,
              management::report,
              management::reset);
      for (var use : uses) {
        refuses(ErrorCode.CLOSED, use);
      }
      assertThat(device.id()).isEqualTo("one/dev0");
    }
  }

  @Test
  void anOperationThatADriversBufferLacksIsNotSupportedAndNamesTheDriver() {
    try (Backplane backplane = open(scripted("one", "{}"), scripted("two", "{}"));
        Device device = backplane.token("one/dev0").open();
        Device other = backplane.token("two/dev0").open()) {
      Memory memory = device.facet(Memory.class);
      Buffer buffer = memory.allocate(8, 0);
      Buffer foreign = other.facet(Memory.class).allocate(8, 0);

      for (org.assertj.core.api.ThrowableAssert.ThrowingCallable use :
          List.<org.assertj.core.api.ThrowableAssert.ThrowingCallable>of(
              () -> buffer.slice(0, 4),
              buffer::export,
              () -> buffer.copyFrom(buffer, 0, 4, 4),
              () -> memory.allocate(8, Placement.host()),
              memory::usage)) {
        assertThat(refuses(ErrorCode.NOT_SUPPORTED, use)).hasMessageContaining("one/dev0");
      }
      refuses(ErrorCode.INVALID_ARGUMENT, () -> buffer.copyFrom(foreign, 0, 0, 4));
      refuses(ErrorCode.INVALID_ARGUMENT, () -> memory.allocate(-8, Placement.plain()));
      refuses(ErrorCode.OUT_OF_RANGE, () -> buffer.copyFrom(buffer, 0, 5, 4));
    }
  }

  @Test
  void closingADeviceCancelsRunsAndClosesBuffersInReverseOrder() {
    try (Backplane backplane = open(scripted("one", WAITING))) {
      Device device = backplane.token("one/dev0").open();
      Kernel kernel = device.facet(Kernels.class).kernel("twice");
      Buffer first = kernel.buffer("data", 8);
      Buffer second = kernel.buffer("data", 8);
      String firstClosed = "one closed buffer 0x" + Long.toHexString(first.address());
      String secondClosed = "one closed buffer 0x" + Long.toHexString(second.address());
      Run run = kernel.start(first, 1);
      var completion = run.completion().toCompletableFuture();
      device.close();
      assertThat(Script.events())
          .containsSubsequence("one cancelled run", secondClosed, firstClosed, "one closed dev0");
      assertThat(completion).isCompletedExceptionally();
    }
  }

  @Test
  void aRunThatCannotBeCancelledDoesNotKeepTheDeviceOpen() {
    String config = "{\"run\": \"waits\", \"cancel\": \"ignored\"}";
    try (Backplane backplane = open(scripted("one", config))) {
      Device device = backplane.token("one/dev0").open();
      Kernel kernel = device.facet(Kernels.class).kernel("twice");
      kernel.start(kernel.buffer("data", 8), 1);
      refuses(ErrorCode.TIMEOUT, device::close);
      assertThat(Script.events()).contains("one closed dev0");
      backplane.token("one/dev0").open().close();
    }
  }

  @Test
  void aDeviceWhoseClosingHangsIsGivenUp() {
    try (Backplane backplane =
        open(
            scripted("one", "{\"close\": \"hang\"}", "\"error_policy\": {\"deadline_ms\": 500}"))) {
      Token token = backplane.token("one/dev0");
      Device device = token.open();
      refuses(ErrorCode.DEVICE_HUNG, device::close);
      device.close();
      assertThat(backplane.plugins().getFirst().state()).isEqualTo(PluginState.READY);
    }
  }

  @Test
  void aBufferIsNotClosedWhileARunUsesIt() {
    try (Backplane backplane = open(scripted("one", WAITING));
        Device device = backplane.token("one/dev0").open()) {
      Kernel kernel = device.facet(Kernels.class).kernel("twice");
      Buffer buffer = kernel.buffer("data", 8);
      Run run = kernel.start(buffer, 1);
      assertThat(run.state()).isEqualTo(RunState.RUNNING);
      refuses(ErrorCode.TIMEOUT, () -> run.await(SECOND));
      assertThat(refuses(ErrorCode.IN_USE, buffer::close)).hasMessageContaining("a run of twice");
      refuses(ErrorCode.IN_USE, () -> device.facet(Images.class).load(IMAGE, LoadOption.FORCE));
      assertThat(device.load(IMAGE).kernels()).containsExactly("twice");
      lastRun().complete();
      buffer.close();
      buffer.close();
      assertThat(refuses(ErrorCode.CLOSED, buffer::sync)).hasMessageContaining("one/dev0");
      refuses(ErrorCode.CLOSED, () -> kernel.start(buffer, 1));
      assertThat(run.await(SECOND).cycles()).isEqualTo(42);
    }
  }

  @Test
  void aRunThatFailsLetsItsBuffersGo() {
    try (Backplane backplane = open(scripted("one", WAITING));
        Device device = backplane.token("one/dev0").open()) {
      Kernel kernel = device.facet(Kernels.class).kernel("twice");
      Buffer buffer = kernel.buffer("data", 8);
      Run run = kernel.start(buffer, 1);
      var completion = run.completion().toCompletableFuture();
      lastRun().fail(new IllegalStateException("scripted"));
      assertThat(refuses(ErrorCode.KERNEL_FAILED, () -> run.await(SECOND)).plugin())
          .isEqualTo("one");
      AtomicReference<Throwable> failure = new AtomicReference<>();
      var _ = completion.whenComplete((report, thrown) -> failure.set(thrown));
      assertThat(failure.get()).isInstanceOf(CompletionException.class);
      assertThat(failure.get().getCause())
          .isInstanceOfSatisfying(
              BackplaneException.class,
              error -> assertThat(error.code()).isEqualTo(ErrorCode.PLUGIN_FAILED));
      buffer.close();
    }
  }

  @Test
  void argumentsAreCheckedBeforeTheDriverSeesThem() {
    try (Backplane backplane = open(scripted("one", "{}"), scripted("two", "{}"));
        Device device = backplane.token("one/dev0").open();
        Device other = backplane.token("two/dev0").open()) {
      Kernel kernel = device.facet(Kernels.class).kernel("twice");
      Buffer buffer = kernel.buffer("data", 8);
      Buffer foreign = other.facet(Memory.class).allocate(8, 1);
      Buffer wrongBank = device.facet(Memory.class).allocate(8, 0);
      assertThat(refuses(ErrorCode.NO_SUCH_ARGUMENT, () -> kernel.start(buffer)))
          .hasMessageContaining("start kernel twice of one/dev0: takes 2 values, not 1")
          .hasMessageContaining("(plugin one)");
      refuses(ErrorCode.NO_SUCH_ARGUMENT, () -> kernel.buffer("missing", 8));
      refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> kernel.start(1, buffer));
      refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> kernel.start(buffer, "one"));
      refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> kernel.buffer("n", 8));
      refuses(ErrorCode.WRONG_ARGUMENT_SIZE, () -> kernel.start(buffer, 1L << 40));
      refuses(ErrorCode.WRONG_BANK, () -> kernel.start(wrongBank, 1));
      assertThat(refuses(ErrorCode.INVALID_ARGUMENT, () -> kernel.start(foreign, 1)))
          .hasMessageContaining("not made from this device");
      refuses(ErrorCode.INVALID_ARGUMENT, () -> kernel.buffer("data", 0));
      refuses(ErrorCode.INVALID_ARGUMENT, () -> device.facet(Memory.class).allocate(-1, 0));
      refuses(ErrorCode.OUT_OF_RANGE, () -> buffer.sync(1, Long.MAX_VALUE));
      refuses(ErrorCode.OUT_OF_RANGE, () -> buffer.syncBack(-1, 1));
      BackplaneException error =
          refuses(ErrorCode.NO_SUCH_KERNEL, () -> device.facet(Kernels.class).kernel("missing"));
      assertThat(error.subject()).isEqualTo("one/dev0");
      assertThat(error.operation()).isEqualTo("find kernel missing in");
      assertThat(Script.of("one").count("start")).isZero();
      // None of the refusals keeps a hold.
      buffer.close();
      wrongBank.close();
    }
  }

  @Test
  void anyExceptionOfADriverIsACodedError() {
    String config =
        "{\"start\": \"throw\", \"sync\": \"error\", \"allocate\": \"throw 1\","
            + " \"closeBuffer\": \"throw\"}";
    try (Backplane backplane = open(scripted("one", config));
        Device device = backplane.token("one/dev0").open()) {
      Kernel kernel = device.facet(Kernels.class).kernel("twice");
      refuses(ErrorCode.PLUGIN_FAILED, () -> kernel.buffer("data", 8));
      Buffer buffer = kernel.buffer("data", 8);
      BackplaneException error = refuses(ErrorCode.PLUGIN_FAILED, () -> kernel.start(buffer, 1));
      assertThat(error.plugin()).isEqualTo("one");
      assertThat(error).hasMessageContaining("scripted failure in start");
      refuses(ErrorCode.PLUGIN_FAILED, buffer::sync);
      refuses(ErrorCode.PLUGIN_FAILED, () -> device.facet(Registers.class).read32(-4));
      refuses(ErrorCode.PLUGIN_FAILED, buffer::close);
      refuses(ErrorCode.CLOSED, buffer::sync);
    }
  }

  @Test
  void aDriverThatKnowsOfAUseKeepsTheBufferOpen() {
    try (Backplane backplane = open(scripted("one", "{\"closeBuffer\": \"coded 1\"}"));
        Device device = backplane.token("one/dev0").open()) {
      Buffer buffer = device.facet(Memory.class).allocate(8, 0);
      refuses(ErrorCode.LINK_LOST, buffer::close);
      refuses(ErrorCode.CLOSED, buffer::sync);
    }
  }

  @Test
  void loadingAnImageEndsTheProgramBefore() {
    try (Backplane backplane = open(scripted("one", "{}"));
        Device device = backplane.token("one/dev0").open()) {
      Images images = device.facet(Images.class);
      assertThat(images.loaded()).isEmpty();
      Program first = images.load(IMAGE);
      Kernel kernel = first.kernel("twice");
      assertThat(images.loaded()).containsSame(first);
      assertThat(images.load(IMAGE)).isSameAs(first);
      Program second = images.load(IMAGE, LoadOption.FORCE);
      refuses(ErrorCode.CLOSED, first::uuid);
      refuses(ErrorCode.CLOSED, () -> kernel.buffer("data", 8));
      assertThat(second.kernels()).containsExactly("twice");
      device.facet(Management.class).reset();
      refuses(ErrorCode.CLOSED, second::kernels);
      assertThat(images.loaded()).isEmpty();
    }
  }

  @Test
  void aClosedProgramEndsItsKernelsAndTheImageIsLoadedAgain() {
    try (Backplane backplane = open(scripted("one", "{}"));
        Device device = backplane.token("one/dev0").open()) {
      Images images = device.facet(Images.class);
      Program first = images.load(IMAGE);
      Kernel kernel = first.kernel("twice");
      Call call = kernel.call();
      first.close();
      first.close();
      assertThat(Script.events()).containsOnlyOnce("one closeProgram");
      refuses(ErrorCode.CLOSED, first::uuid);
      refuses(ErrorCode.CLOSED, kernel::start);
      refuses(ErrorCode.CLOSED, call::start);
      assertThat(images.loaded()).isEmpty();
      Program second = images.load(IMAGE);
      assertThat(second).isNotSameAs(first);
      assertThat(second.log()).isEmpty();
      assertThat(second.binary()).isEmpty();
      call.close();
    }
  }

  @Test
  void oneHolderAloneOrManyTogether() {
    try (Backplane backplane = open(scripted("one", "{\"keys\": \"a,b\"}"))) {
      Token token = backplane.token("one/a");
      Device alone = token.open();
      assertThat(refuses(ErrorCode.BUSY, token::open)).hasMessageContaining("one/a");
      refuses(ErrorCode.BUSY, () -> token.open(OpenMode.SHARED));
      backplane.token("one/b").open().close();
      alone.close();
      Device first = token.open(OpenMode.SHARED);
      Device second = token.open(OpenMode.SHARED);
      assertThat(refuses(ErrorCode.BUSY, token::open)).hasMessageContaining("2 holders");
      first.close();
      refuses(ErrorCode.BUSY, token::open);
      second.close();
      token.open().close();
      assertThat(Script.events()).contains("one opened a shared", "one opened a exclusive");
    }
  }

  @Test
  void aMissingFacetIsNamedWithThoseThatAreThere() {
    try (Backplane backplane =
            open(scripted("one", "{}", "\"api_policy\": {\"disable\": [\"Registers\"]}"));
        Device device = backplane.token("one/dev0").open()) {
      assertThat(refuses(ErrorCode.NOT_SUPPORTED, () -> device.facet(Registers.class)))
          .hasMessageContaining("has no Registers, because api_policy.disable")
          .hasMessageContaining("[Images, Kernels, Management, Memory, Queues]");
      assertThat(device.facets()).doesNotContain(Registers.class).contains(Memory.class);
      assertThat(device.extension(Supplier.class)).isPresent();
      assertThat(device.extension(Runnable.class)).isEmpty();
      assertThat(backplane.plugins().getFirst().disabledFacets()).containsExactly("Registers");
    }
  }

  @Test
  void aFacetMayBeServedByAnotherInstance() {
    try (Backplane backplane =
        open(
            scripted("one", "{}", "\"api_policy\": {\"served_by\": {\"Registers\": \"two\"}}"),
            scripted("two", "{\"read64\": \"throw\"}"))) {
      Device device = backplane.token("one/dev0").open();
      assertThat(refuses(ErrorCode.PLUGIN_FAILED, () -> device.facet(Registers.class).read64(0)))
          .satisfies(error -> assertThat(error.plugin()).isEqualTo("two"))
          .satisfies(error -> assertThat(error.subject()).isEqualTo("one/dev0"));
      refuses(ErrorCode.BUSY, () -> backplane.token("two/dev0").open());
      device.close();
      assertThat(Script.events()).containsSubsequence("two closed dev0", "one closed dev0");
      backplane.token("two/dev0").open().close();
    }
  }

  @Test
  void aServerWithoutTheDeviceMakesOpeningFail() {
    try (Backplane backplane =
        open(
            scripted("one", "{}", "\"api_policy\": {\"served_by\": {\"Registers\": \"two\"}}"),
            scripted("two", "{\"keys\": \"else\"}"))) {
      Token token = backplane.token("one/dev0");
      assertThat(refuses(ErrorCode.NO_SUCH_DEVICE, token::open))
          .hasMessageContaining("served by two")
          .hasMessageContaining("[else]");
      assertThat(Script.events()).contains("one closed dev0");
      refuses(ErrorCode.NO_SUCH_DEVICE, token::open);
    }
  }

  @Test
  void closingBackplaneClosesDevicesAndFinalisesInReverseOrder() {
    Backplane backplane = open(scripted("one", "{}"), scripted("two", "{}"));
    Token token = backplane.token("two/dev0");
    Device first = backplane.token("one/dev0").open();
    Device second = token.open();
    assertThat(backplane.plugins().getFirst().openDevices()).containsExactly("one/dev0");
    backplane.close();
    assertThat(Script.events())
        .containsSubsequence("two closed dev0", "one closed dev0", "two finalize", "one finalize");
    first.close();
    refuses(ErrorCode.CLOSED, () -> second.facet(Memory.class));
    refuses(ErrorCode.CLOSED, token::open);
    backplane.close();
    refuses(ErrorCode.CLOSED, () -> backplane.enumerate(List.of()));
    refuses(ErrorCode.CLOSED, () -> backplane.token("one/dev0"));
    refuses(ErrorCode.CLOSED, () -> backplane.reinstate("one"));
    assertThat(backplane.plugins())
        .extracting(PluginReport::state)
        .containsOnly(PluginState.CLOSED);
  }

  @Test
  void anInterruptedThreadStillClosesWhatItHolds() {
    Backplane backplane = open(scripted("one", "{}"));
    Device device = backplane.token("one/dev0").open();
    Thread.currentThread().interrupt();
    device.close();
    assertThat(Thread.currentThread().isInterrupted()).isTrue();
    refuses(ErrorCode.CANCELLED, () -> backplane.enumerate(List.of()));
    backplane.close();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(Script.events()).contains("one closed dev0", "one finalize");
  }

  @Test
  void aPluginIsFinalisedAfterTheCallsThatHadBegun() throws Exception {
    Backplane backplane = open(scripted("one", "{\"enumerate\": \"hang\"}"));
    Thread searching = Thread.startVirtualThread(() -> backplane.enumerate(List.of()));
    while (Script.of("one").count("enumerate") == 0) {
      Thread.onSpinWait();
    }
    Thread closing = Thread.startVirtualThread(backplane::close);
    while (closing.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    assertThat(Script.of("one").count("finalize")).isZero();
    Script.of("one").release();
    searching.join();
    closing.join();
    assertThat(Script.events()).endsWith("one enumerate", "one finalize");
  }
}
