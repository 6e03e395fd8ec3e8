package dev.backplane.runtime;

import static dev.backplane.runtime.Refusal.refuses;
import static dev.backplane.runtime.Site.scripted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.Device;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.Kernel;
import dev.backplane.api.Queue;
import dev.backplane.api.RunState;
import dev.backplane.runtime.fakes.FakeRun;
import dev.backplane.runtime.fakes.Script;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
final class ClosingTest {
  private static final String SOON = "\"error_policy\": {\"deadline_ms\": 500}";
  @TempDir Path folder;

  @AfterEach
  void forget() {
    Script.reset();
  }

  private static PluginReport report(Backplane backplane, String instance) {
    return backplane.plugins().stream()
        .filter(report -> report.instance().equals(instance))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aPluginThatHangsBehindOneWhosePolicyIsToFailIsQuarantined() {
    String fail = "\"error_policy\": {\"enumerate\": \"fail\"}";
    try (Backplane backplane =
        new Site(folder)
            .plugins(
                scripted("failing", "{\"enumerate\": \"throw\"}", fail),
                scripted("hanging", "{\"enumerate\": \"hang\"}", SOON))
            .open()) {
      refuses(ErrorCode.ENUMERATE_FAILED, () -> backplane.enumerate(List.of()));
      assertThat(report(backplane, "hanging").state()).isEqualTo(PluginState.QUARANTINED);
    }
  }

  @Test
  void closingBlamesTheInstanceThatHangs() {
    String served = "\"api_policy\": {\"served_by\": {\"Memory\": \"server\"}}";
    try (Backplane backplane =
        new Site(folder)
            .plugins(
                scripted("own", "{}", served, SOON),
                scripted("server", "{\"close\": \"hang\"}", SOON))
            .open()) {
      Device device = backplane.token("own/dev0").open();
      BackplaneException error = refuses(ErrorCode.DEVICE_HUNG, device::close);
      assertThat(error.plugin()).isEqualTo("server");
      assertThat(report(backplane, "own").lastError()).isEmpty();
      assertThat(report(backplane, "server").lastError()).contains(error);
      Script.of("server").release();
    }
  }

  @Test
  void aPluginIsFinalisedAfterTheDeviceThatItsHolderIsClosing() {
    Backplane backplane =
        new Site(folder).plugins(scripted("slow", "{\"close\": \"hang\"}")).open();
    Device device = backplane.token("slow/dev0").open();
    CompletableFuture<Void> closing = CompletableFuture.runAsync(device::close);
    while (Script.of("slow").count("close") == 0) {
      Thread.onSpinWait();
    }
    CompletableFuture<Void> all = CompletableFuture.runAsync(backplane::close);
    try {
      // A copy: a timeout would complete the future itself.
      all.copy().orTimeout(300, TimeUnit.MILLISECONDS).join();
      throw new AssertionError("closed while a device was being closed");
    } catch (CompletionException e) {
      assertThat(e).hasCauseInstanceOf(TimeoutException.class);
    }
    assertThat(Script.events()).doesNotContain("slow finalize");
    Script.of("slow").release();
    closing.join();
    while (!Script.events().contains("slow finalize")) {
      Thread.onSpinWait();
    }
  }

  @Test
  void aRunThatIsStartedWhileItsDeviceIsClosedIsCancelled() {
    try (Backplane backplane =
        new Site(folder).plugins(scripted("one", "{\"run\": \"waits\"}")).open()) {
      Device device = backplane.token("one/dev0").open();
      Kernel kernel = device.load(Image.of("any", new byte[] {1, 2, 3})).kernel("twice");
      Buffer buffer = kernel.buffer("data", 8);
      // The driver is in start when the device is closed, and has no run yet that could be seen.
      Script.when("one", "start", device::close);
      refuses(ErrorCode.CLOSED, () -> kernel.start(buffer, 1));
      assertThat(Script.events()).endsWith("one closed dev0", "one close", "one cancelled run");
      assertThat(Objects.requireNonNull(FakeRun.LAST.get()).state()).isEqualTo(RunState.CANCELLED);
    }
  }

  @Test
  void aDeviceWhoseCallHangsCanBeClosedByAnotherThread() {
    try (Backplane backplane =
        new Site(folder).plugins(scripted("one", "{\"load\": \"hang\"}", SOON)).open()) {
      Device device = backplane.token("one/dev0").open();
      CompletableFuture<Void> hanging =
          CompletableFuture.runAsync(() -> device.load(Image.of("any", new byte[] {1})));
      while (Script.of("one").count("load") == 0) {
        Thread.onSpinWait();
      }
      device.close();
      assertThat(Script.events()).contains("one closed dev0");
      assertThat(hanging).isNotDone();
      Script.of("one").release();
      assertThatThrownBy(hanging::join).hasMessageContaining("it was closed");
      assertThat(Script.events()).as("what came too late").contains("one closeProgram");
    }
  }

  @Test
  void closingAgainDoesNothingAndAnyOtherUseIsAnError() {
    Backplane backplane = new Site(folder).plugins(scripted("one", "{}")).open();
    Device device = backplane.token("one/dev0").open();
    Kernel kernel = device.load(Image.of("any", new byte[] {1, 2, 3})).kernel("twice");
    Buffer buffer = kernel.buffer("data", 8);
    Buffer prepared = kernel.buffer("data", 8);
    Call bound = kernel.bind(prepared, 1);
    Call call = kernel.call();
    Queue queue = device.queue();
    closeTwice(queue, queue::flush);
    closeTwice(call, () -> call.set(1, 5));
    closeTwice(bound, bound::start);
    closeTwice(prepared, prepared::sync);
    closeTwice(buffer, buffer::address);
    closeTwice(device, device::facets);
    closeTwice(backplane, () -> backplane.enumerate(List.of()));
  }

  private static void closeTwice(AutoCloseable resource, ThrowingCallable use) {
    assertThatCode(resource::close).doesNotThrowAnyException();
    int before = Script.events().size();
    assertThatCode(resource::close).doesNotThrowAnyException();
    assertThat(Script.events()).as("the driver is not told again").hasSize(before);
    refuses(ErrorCode.CLOSED, use);
  }
}
