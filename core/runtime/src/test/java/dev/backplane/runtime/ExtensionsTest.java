package dev.backplane.runtime;

import static dev.backplane.runtime.Refusal.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.ErrorCode;
import dev.backplane.runtime.fakes.FakeExtension;
import dev.backplane.runtime.fakes.Script;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a plugin offers beyond the API, and how it says which interface it speaks. */
@Timeout(600)
final class ExtensionsTest {
  private static final String SPEAKS = "{\"interface\": \"Fake 3.1\", \"extension\": \"1.4.0\"}";

  @TempDir Path folder;

  @AfterEach
  void forget() {
    Script.reset();
  }

  @Test
  void aPluginIsAskedForItsInterfaceAndItsExtensions() {
    String lazy = "\"load_policy\": {\"when\": \"lazy\"}";
    Backplane open = new Site(folder).plugins(Site.scripted("x", SPEAKS, lazy)).open();
    BoundPlugin plugin = open.plugin("x");
    try (Backplane backplane = open) {
      assertThat(backplane.plugins().getFirst().interfaceVersion()).isEmpty();
      assertThat(plugin.interfaceVersion()).as("asking loads it").isEqualTo("Fake 3.1");
      assertThat(plugin.extension(FakeExtension.class).orElseThrow().answer()).isEqualTo(42);
      assertThat(plugin.extension(Runnable.class)).isEmpty();
      String name = FakeExtension.class.getName();
      assertThat(plugin.extension(name, "^1.2")).isPresent();
      assertThat(plugin.extension(name, "^2")).isEmpty();
      assertThat(plugin.extension("x.Y", "*")).isEmpty();
      refuses(ErrorCode.INVALID_ARGUMENT, () -> plugin.extension(name, "newest"));
      assertThat(backplane.plugins().getFirst().extensions()).containsExactly(name + " 1.4.0");
      refuses(ErrorCode.INVALID_ARGUMENT, () -> backplane.plugin("nobody"));
    }
    refuses(ErrorCode.CLOSED, plugin::interfaceVersion);
  }

  @Test
  void aPluginThatSaysNothingOffersNothing() {
    try (Backplane backplane = new Site(folder).plugins(Site.scripted("x", "{}")).open()) {
      assertThat(backplane.plugin("x").interfaceVersion()).isEmpty();
      assertThat(backplane.plugin("x").extensions()).isEmpty();
    }
  }

  @Test
  void aPluginThatNeedsAnotherVersionOfTheHostIsRefused() {
    try (Backplane backplane =
        new Site(folder).plugins(Site.scripted("x", "{\"configure\": \"needs 9\"}")).open()) {
      PluginReport report = backplane.plugins().getFirst();
      assertThat(report.state()).isEqualTo(PluginState.REFUSED);
      assertThat(report.lastError().orElseThrow()).hasMessageContaining("1.0.0");
    }
  }
}
