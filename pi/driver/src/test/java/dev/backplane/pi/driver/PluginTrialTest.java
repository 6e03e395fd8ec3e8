package dev.backplane.pi.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.spi.CallTrace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Plugins that would end this process. */
class PluginTrialTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @TempDir static Path folder;

  @ParameterizedTest
  @CsvSource({
    "ABORTS, piPluginInit, SIGABRT",
    "CRASHES, piPluginInit, SIGSEGV",
    "LOAD_ABORTS, dlopen, license not found"
  })
  void aPluginThatEndsItsProcessIsRefusedAndThisOneGoesOn(String how, String step, String reason) {
    Path plugin = TestPlugin.wrong(folder, how);
    assertThatThrownBy(() -> PluginTrial.check(plugin.toString(), SlotList.NEWEST, LIMIT))
        .isInstanceOfSatisfying(
            BackplaneException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.PLUGIN_FAILED);
              assertThat(e.subject()).isEqualTo(plugin.toString());
              assertThat(e.problem()).contains("ends the process").contains(step).contains(reason);
            });
  }

  private static String whyRefused(Path plugin, Duration deadline) {
    var refusal =
        catchThrowable(() -> PluginTrial.check(plugin.toString(), SlotList.NEWEST, deadline));
    return String.valueOf(refusal.getMessage());
  }

  @Test
  void aPluginThatHangsIsGivenUp() {
    Path plugin = TestPlugin.wrong(folder, "HANGS");
    Duration deadline = Duration.ofSeconds(3);
    String told = whyRefused(plugin, deadline);
    // On a loaded machine, a process may take seconds to begin.
    while (told.contains("had not begun") && deadline.toSeconds() < 100) {
      deadline = deadline.multipliedBy(4);
      told = whyRefused(plugin, deadline);
    }
    assertThat(told).contains("hangs at 'piPluginInit");
  }

  @Test
  void aTrialLeavesTheCallOfTheDriverTimeForItsReason() {
    PiConfig config =
        new PiConfig("x", SlotList.NEWEST, List.of(), Optional.of(Duration.ofSeconds(10)));
    assertThat(config.within(Duration.ofSeconds(10)).probe()).contains(Duration.ofSeconds(6));
    assertThat(config.within(Duration.ofSeconds(30)).probe()).isEqualTo(config.probe());
  }

  @Test
  void aPluginThatDoesWellIsTriedOnce() {
    Path plugin = TestPlugin.host(folder, "15.45");
    PluginTrial.check(plugin.toString(), SlotList.NEWEST, LIMIT);
    assertThatCode(() -> PluginTrial.check(plugin.toString(), SlotList.NEWEST, Duration.ofNanos(1)))
        .doesNotThrowAnyException();
  }

  @Test
  void leavesAMereRefusalToTheBindingWhichKnowsTheReason() {
    Path plugin = TestPlugin.wrong(folder, "SILENT");
    PiInstance instance =
        new PiInstance(
            new PiConfig(plugin.toString(), SlotList.NEWEST, List.of(), Optional.of(LIMIT)),
            CallTrace.NONE);
    assertThatThrownBy(instance::initialize)
        .isInstanceOfSatisfying(
            BackplaneException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.API_VERSION_MISMATCH));
  }
}
