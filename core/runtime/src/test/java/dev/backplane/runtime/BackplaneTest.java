package dev.backplane.runtime;

import static dev.backplane.runtime.Site.scripted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.api.Buffer;
import dev.backplane.api.Device;
import dev.backplane.api.Filter;
import dev.backplane.api.Image;
import dev.backplane.api.Kernel;
import dev.backplane.api.Token;
import dev.backplane.runtime.fakes.Script;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
final class BackplaneTest {
  @TempDir Path folder;

  @AfterEach
  void forget() {
    Script.reset();
  }

  @Test
  void aKernelRunsThroughTheWrappers() {
    try (Backplane backplane = new Site(folder).plugins(scripted("one", "{}")).open();
        Device device = backplane.find(Filter.kernel("twice")).open()) {
      Kernel twice = device.load(Image.of("any", new byte[4])).kernel("twice");
      try (Buffer data = twice.buffer("data", 16)) {
        data.write(1, 2, 3).sync();
        assertThat(twice.start(data, 3).await(Duration.ofSeconds(1)).cycles()).isEqualTo(42);
      }
    }
    assertThat(Script.events())
        .startsWith("one configure", "one initialize", "one enumerate")
        .endsWith("one closed dev0", "one close", "one finalize");
  }

  @Test
  void withoutAConfigurationEveryDriverOfTheClassPathIsThere() {
    try (Backplane backplane = new Site(folder).builder().open()) {
      assertThat(backplane.plugins()).extracting(PluginReport::instance).contains("scripted");
      assertThat(backplane.configurationSource().place().kind())
          .isEqualTo(ConfigurationSource.Kind.BUILT_IN);
      assertThat(backplane.token("scripted/dev0").properties().name()).isEqualTo("fake dev0");
    }
  }

  @Test
  void instancesOfOneModuleAreAskedInTheOrderOfTheConfiguration() {
    try (Backplane backplane =
        new Site(folder)
            .plugins(scripted("b", "{\"keys\": \"x,y\"}"), scripted("a", "{\"keys\": \"z\"}"))
            .open()) {
      Enumeration all = backplane.enumerate(List.of(), 2);
      assertThat(all.tokens()).extracting(Token::id).containsExactly("b/x", "b/y");
      assertThat(all.matches()).isEqualTo(3);
    }
  }

  @Test
  void aProgramCanGiveTheTextOfTheConfigurationWhateverFilesThereAre() throws IOException {
    Files.writeString(folder.resolve("backplane.json"), "no JSON");
    BackplaneBuilder builder =
        new Site(folder)
            .builder()
            .configuration(
                "the settings of the program",
                "{\"plugins\": [" + scripted("a", "{\"keys\": \"x\"}") + "]}");
    assertThat(builder.checkConfiguration().place())
        .hasToString("given by the program: the settings of the program (used)");
    try (Backplane backplane = builder.open()) {
      assertThat(backplane.token("a/x").id()).isEqualTo("a/x");
    }
  }

  @Test
  void aMistakeInATextThatAProgramGivesIsToldWithItsNameAndPlace() {
    BackplaneBuilder builder =
        new Site(folder).builder().configuration("my settings", "{\"plugins\": 7}");
    assertThatThrownBy(builder::open)
        .hasMessageContaining("my settings")
        .hasMessageContaining("must be an array, not the number 7 (line 1, column 13)");
    assertThatThrownBy(builder::pluginFolders).hasMessageContaining("my settings");
  }
}
