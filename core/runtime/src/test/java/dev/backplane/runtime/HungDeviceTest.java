package dev.backplane.runtime;

import static dev.backplane.runtime.Refusal.refuses;
import static dev.backplane.runtime.Site.scripted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.Device;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.Kernel;
import dev.backplane.api.OpenMode;
import dev.backplane.runtime.fakes.Script;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A call for one device that does not return costs that device, and never its plugin. */
@Timeout(600)
final class HungDeviceTest {
  private static final String SOON = "\"error_policy\": {\"deadline_ms\": 300}";
  @TempDir Path folder;

  @AfterEach
  void forget() {
    Script.reset();
  }

  private Backplane open(String script) {
    return new Site(folder)
        .plugins(
            scripted("slow", "{\"keys\": \"dev0,dev1\", %s}".formatted(script), SOON),
            scripted("other", "{}"))
        .open();
  }

  private static void stillReady(Backplane backplane) {
    assertThat(backplane.plugins().getFirst().state()).isEqualTo(PluginState.READY);
    assertThat(backplane.enumerate(List.of())).hasSize(3);
    Device second = backplane.token("slow/dev1").open();
    second.load(Image.of("any", new byte[] {1}));
    second.close();
  }

  /** The thread that comes out late may take a moment to give the device back. */
  private static Device openLate(Backplane backplane, OpenMode mode) {
    while (true) {
      try {
        return backplane.token("slow/dev0").open(mode);
      } catch (BackplaneException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.DEVICE_HUNG);
        Thread.onSpinWait();
      }
    }
  }

  @Test
  void aDeviceWhoseClosingHangsIsTakenUntilItReturnsAndOthersOfItsPluginWorkOn() {
    try (Backplane backplane = open("\"close\": \"hang 1\"")) {
      Device device = backplane.token("slow/dev0").open();
      BackplaneException error = refuses(ErrorCode.DEVICE_HUNG, device::close);
      assertThat(error.subject()).isEqualTo("slow/dev0");
      assertThat(error.remedy()).contains("opened again", "error_policy.deadline_ms");
      device.close();
      stillReady(backplane);
      for (OpenMode mode : OpenMode.values()) {
        BackplaneException again =
            refuses(ErrorCode.DEVICE_HUNG, () -> backplane.token("slow/dev0").open(mode).close());
        assertThat(again).hasMessageContaining("an earlier close of it has not returned");
      }
      Script.of("slow").release();
      openLate(backplane, OpenMode.EXCLUSIVE).close();
    }
  }

  @Test
  void aDeviceWhoseOpeningHangsIsTakenUntilItReturnsAndOthersOfItsPluginWorkOn() {
    try (Backplane backplane = open("\"open\": \"hang 1\"")) {
      refuses(ErrorCode.DEVICE_HUNG, () -> backplane.token("slow/dev0").open());
      stillReady(backplane);
      refuses(ErrorCode.DEVICE_HUNG, () -> backplane.token("slow/dev0").open());
      Script.of("slow").release();
      openLate(backplane, OpenMode.EXCLUSIVE).close();
    }
  }

  @Test
  void otherHoldersGoOnWhenTheClosingOfOneHangs() {
    try (Backplane backplane = open("\"close\": \"hang 1\"")) {
      Device one = backplane.token("slow/dev0").open(OpenMode.SHARED);
      Device other = backplane.token("slow/dev0").open(OpenMode.SHARED);
      refuses(ErrorCode.DEVICE_HUNG, one::close);
      other.load(Image.of("any", new byte[] {1}));
      other.close();
      refuses(ErrorCode.DEVICE_HUNG, () -> backplane.token("slow/dev0").open(OpenMode.SHARED));
      Script.of("slow").release();
      openLate(backplane, OpenMode.SHARED).close();
    }
  }

  @Test
  void nothingOfADeviceIsGivenBackBeforeItsCommandsHaveEnded() {
    try (Backplane backplane =
        open("\"run\": \"waits\", \"cancel\": \"ignored\", \"awaitIdle\": \"hang 1\"")) {
      Device device = backplane.token("slow/dev0").open();
      Kernel kernel = device.load(Image.of("any", new byte[] {1, 2, 3})).kernel("twice");
      Buffer buffer = kernel.buffer("data", 8);
      kernel.start(buffer, 1);
      BackplaneException error = refuses(ErrorCode.DEVICE_HUNG, device::close);
      assertThat(error.problem()).contains("not known to have ended: a run of");
      assertThat(Script.of("slow").count("closeBuffer")).isZero();
      assertThat(Script.events()).doesNotContain("slow closed dev0");
      stillReady(backplane);
      Script.of("slow").release();
      openLate(backplane, OpenMode.EXCLUSIVE);
      assertThat(Script.events())
          .containsSubsequence("slow awaitIdle", "slow closeBuffer", "slow closed dev0");
    }
  }

  @Test
  void aPluginWithADeviceThatHangsIsNeitherUnloadedNorFinalised() {
    Backplane backplane = open("\"close\": \"hang 1\"");
    Device device = backplane.token("slow/dev0").open();
    assertThat(backplane.enumerate(List.of())).hasSize(3);
    refuses(ErrorCode.DEVICE_HUNG, device::close);
    assertThat(backplane.unloadUnused()).containsExactly("other");
    backplane.close();
    assertThat(Script.events()).doesNotContain("slow finalize").contains("other finalize");
    Script.of("slow").release();
  }
}
