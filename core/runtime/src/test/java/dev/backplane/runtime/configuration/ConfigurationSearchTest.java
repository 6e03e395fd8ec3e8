package dev.backplane.runtime.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.runtime.ConfigurationSource.Kind;
import dev.backplane.runtime.ConfigurationSource.Outcome;
import dev.backplane.runtime.ConfigurationSource.Place;
import dev.backplane.runtime.Site;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ConfigurationSearchTest {
  @TempDir Path folder;

  private ConfigurationSearch.Found search(Map<String, String> environment) {
    return ConfigurationSearch.search(null, new Site(folder, environment).environment());
  }

  @Test
  void placesAreTriedInTheirOrder() {
    Site site = new Site(folder);
    Map<String, String> variable =
        Map.of("BACKPLANE_CONFIG", folder.resolve("env.json").toString());
    assertThat(search(Map.of()).source().place().kind()).isEqualTo(Kind.BUILT_IN);
    site.write("etc/backplane/backplane.json", "{}");
    assertThat(search(Map.of()).source().place().kind()).isEqualTo(Kind.SYSTEM);
    site.write("home/.config/backplane/backplane.json", "{}");
    assertThat(search(Map.of()).source().place().kind()).isEqualTo(Kind.USER);
    site.write("work/backplane.json", "{}");
    assertThat(search(Map.of()).source().place().kind()).isEqualTo(Kind.WORKING_FOLDER);
    site.write("env.json", "{}");
    assertThat(search(variable).source().place().kind()).isEqualTo(Kind.ENVIRONMENT);
    Path named = site.write("named.json", "{}");
    ConfigurationSearch.Found found =
        ConfigurationSearch.search(named, new Site(folder, variable).environment());
    assertThat(found.file()).isEqualTo(named);
    assertThat(found.source().searched())
        .extracting(Place::outcome)
        .startsWith(Outcome.USED, Outcome.NOT_NEEDED)
        .hasSize(7);
  }

  @Test
  void theUsersFolderIsThatOfTheBaseDirectorySpecification() {
    new Site(folder).write("xdg/backplane/backplane.json", "{}");
    assertThat(search(Map.of("XDG_CONFIG_HOME", folder.resolve("xdg").toString())).file())
        .isEqualTo(folder.resolve("xdg/backplane/backplane.json"));
    assertThat(search(Map.of("XDG_CONFIG_HOME", "xdg")).file()).isNull();
  }

  @Test
  void aNamedFileMustBeThere() {
    BackplaneException error =
        catchThrowableOfType(
            BackplaneException.class, () -> search(Map.of("BACKPLANE_CONFIG", "gone.json")));
    assertThat(error.code()).isEqualTo(ErrorCode.CONFIGURATION_NOT_FOUND);
    assertThat(error).hasMessageContaining("gone.json").hasMessageContaining("BACKPLANE_CONFIG");
    error =
        catchThrowableOfType(
            BackplaneException.class,
            () -> ConfigurationSearch.search(folder, new Site(folder).environment()));
    assertThat(error.code()).isEqualTo(ErrorCode.CONFIGURATION_NOT_FOUND);
    assertThat(error).hasMessageContaining("is a folder");
  }

  @Test
  void onlyTextOfSensibleSizeIsRead() throws IOException {
    Path file = folder.resolve("x");
    Files.write(file, new byte[] {(byte) 0xff, 0x00});
    assertThat(
            catchThrowableOfType(BackplaneException.class, () -> ConfigurationSearch.read(file))
                .code())
        .isEqualTo(ErrorCode.CONFIGURATION_SYNTAX);
    Files.write(file, new byte[5 << 20]);
    assertThat(
            catchThrowableOfType(BackplaneException.class, () -> ConfigurationSearch.read(file))
                .code())
        .isEqualTo(ErrorCode.CONFIGURATION_SYNTAX);
    Files.writeString(file, "\uFEFF{}");
    assertThat(ConfigurationSearch.read(file)).isEqualTo("{}");
  }

  @Test
  void theUsersFolderIsTheOneOfTheShell() {
    assertThat(Environment.home("/home/else")).isEqualTo(Path.of("/home/else"));
    assertThat(Environment.home("")).isEqualTo(Path.of(System.getProperty("user.home")));
    assertThat(Environment.home("relative")).isEqualTo(Path.of(System.getProperty("user.home")));
  }
}
