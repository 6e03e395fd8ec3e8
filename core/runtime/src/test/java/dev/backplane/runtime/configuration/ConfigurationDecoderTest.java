package dev.backplane.runtime.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.DeviceType;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.spi.ConfigurationOrigin;
import dev.backplane.runtime.configuration.ErrorPolicy.Reaction;
import dev.backplane.runtime.configuration.LoadPolicy.When;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class ConfigurationDecoderTest {
  private static Configuration decode(String text) {
    return ConfigurationDecoder.decode("site.json", text);
  }

  private static BackplaneException refuses(ErrorCode code, String text) {
    BackplaneException error = catchThrowableOfType(BackplaneException.class, () -> decode(text));
    assertThat(error).as(text).isNotNull();
    assertThat(error.code()).as(error.getMessage()).isEqualTo(code);
    assertThat(error).hasMessageContaining("site.json");
    return error;
  }

  @Test
  void everyKeyIsRead() {
    Configuration configuration =
        decode(
            """
            {"plugin_path": ["a", "b"],
             "plugins": [
               {"module": "m", "name": "n",
                "load_policy": {"when": "device_type", "device_types": ["fpga"], "required": true},
                "api_policy": {"disable": ["Registers"], "served_by": {"Memory": "o"}},
                "error_policy": {"load": "retry", "enumerate": "quarantine", "retries": 7,
                                 "backoff_ms": 5, "deadline_ms": 60}},
               {"module": "o", "load_policy": {"when": "host", "hosts": ["h"]}}]}
            """);
    assertThat(configuration.pluginPath()).containsExactly("a", "b");
    InstanceConfiguration first = configuration.plugins().getFirst();
    assertThat(first.load())
        .isEqualTo(new LoadPolicy(When.DEVICE_TYPE, Set.of(DeviceType.FPGA), Set.of(), true));
    assertThat(first.api()).isEqualTo(new ApiPolicy(Set.of("Registers"), Map.of("Memory", "o")));
    assertThat(first.errors())
        .isEqualTo(
            new ErrorPolicy(
                Reaction.RETRY,
                Reaction.QUARANTINE,
                7,
                Duration.ofMillis(5),
                Duration.ofMillis(60)));
    InstanceConfiguration second = configuration.plugins().getLast();
    assertThat(second.name()).isEqualTo("o");
    assertThat(second.errors()).isEqualTo(ErrorPolicy.DEFAULT);
    assertThat(second.load().hosts()).containsExactly("h");
  }

  @Test
  void aNameThatNoFileCanHaveIsRefused() {
    assertThat(
            refuses(
                ErrorCode.CONFIGURATION_INVALID,
                "{\"plugins\": [], \"plugin_path\": [\"a\\u0000b\"]}"))
        .hasMessageContaining("plugin_path");
    assertThat(
            refuses(
                ErrorCode.CONFIGURATION_INVALID,
                "{\"plugins\": [{\"module\": \"a\\u0000b\", \"name\": \"n\"}]}"))
        .hasMessageContaining("module");
  }

  @Test
  void theConfigIsTheTextAsItWasWritten() {
    String config = "{ \"b\" :1.50,\n\t\"a\":[ {} ,\"\\u00e9\u00e9\" ]  }";
    Configuration configuration =
        decode("{\"plugins\": [{\"module\": \"m\", \"config\":  " + config + " }]}");
    assertThat(configuration.plugins().getFirst().config()).isEqualTo(config);
  }

  @Test
  void thePlaceWhereAConfigBeginsIsKnown() {
    Configuration configuration =
        decode("{\"plugins\": [{\"module\": \"l\"},\n  {\"module\": \"m\", \"config\": {}}]}");
    assertThat(configuration.plugins().getFirst().origin()).isEqualTo(ConfigurationOrigin.NONE);
    assertThat(configuration.plugins().getLast().origin())
        .isEqualTo(
            new ConfigurationOrigin(
                "site.json", Path.of("").toAbsolutePath().toString(), "plugins[1].config", 2, 29));
  }

  @Test
  void namesOfFilesAreRelativeToTheFileUnlessItNamesAnotherFolder() {
    String rest =
        "\"plugin_path\": [\"more\"], \"plugins\": [{\"module\": \"m\", \"config\": {}}]}";
    Configuration beside = ConfigurationDecoder.decode("/etc/site.json", "{" + rest);
    assertThat(beside.folder()).isEqualTo(Path.of("/etc"));
    assertThat(beside.pluginFolders()).containsExactly(Path.of("/etc/more"));
    for (String named : List.of("conf", "/etc/conf")) {
      Configuration elsewhere =
          ConfigurationDecoder.decode("/etc/site.json", "{\"folder\": \"" + named + "\", " + rest);
      assertThat(elsewhere.pluginFolders()).containsExactly(Path.of("/etc/conf/more"));
      assertThat(elsewhere.plugins().getFirst().origin().folder()).isEqualTo("/etc/conf");
    }
  }

  @Test
  void anInstanceWithoutConfigGetsAnEmptyObject() {
    assertThat(decode("{\"plugins\": [{\"module\": \"m\"}]}").plugins().getFirst().config())
        .isEqualTo("{}");
  }

  @Test
  void aRequiredInstanceFailsUnlessItsPolicySaysOtherwise() {
    assertThat(
            decode("{\"plugins\": [{\"module\": \"m\", \"load_policy\": {\"required\": true}}]}")
                .plugins()
                .getFirst()
                .errors()
                .load())
        .isEqualTo(Reaction.FAIL);
  }

  @Test
  void allMistakesAreReportedTogetherEachWithPathLineAndColumn() {
    BackplaneException error =
        refuses(
            ErrorCode.CONFIGURATION_INVALID,
            """
            {"plugins": [
              {"module": "a"},
              {"module": 7, "name": "x"},
              {"module": "b", "load_policy": {"when": "sometimes"}},
              {"module": "c", "error_policy": {"retries": 0}, "colour": "red"}],
             "plugin_path": "here"}
            """);
    assertThat(error.problem())
        .contains("5 problems:")
        .contains("plugins[1].module: must be a string, not the number 7 (line 3, column 14)")
        .contains("plugins[2].load_policy.when: must be one of always, lazy, device_type, host")
        .contains("plugins[3].error_policy.retries: must be a whole number from 1 to 100, not")
        .contains("plugins[3].colour: unknown key; there are api_policy, config,")
        .contains("plugin_path: must be an array, not the string \"here\" (line 6, column 17)");
  }

  @Test
  void aSyntaxErrorHasLineAndColumn() {
    assertThat(refuses(ErrorCode.CONFIGURATION_SYNTAX, "{\"plugins\":\n  [,]}"))
        .hasMessageContaining("line 2, column");
    refuses(ErrorCode.CONFIGURATION_SYNTAX, "");
    refuses(ErrorCode.CONFIGURATION_SYNTAX, "{\"plugins\": []} {}");
    refuses(ErrorCode.CONFIGURATION_SYNTAX, "{\"plugins\": [], \"plugins\": []}");
    refuses(ErrorCode.CONFIGURATION_SYNTAX, "{\"plugins\": [] // none\n}");
    refuses(ErrorCode.CONFIGURATION_SYNTAX, "{\"plugins\": [");
    refuses(ErrorCode.CONFIGURATION_SYNTAX, "[".repeat(100_000));
  }

  @Test
  void twoInstancesCannotHaveOneName() {
    assertThat(
            refuses(
                ErrorCode.DUPLICATE_NAME,
                "{\"plugins\": [{\"module\": \"m\"},\n{\"module\": \"x\", \"name\": \"m\"}]}"))
        .hasMessageContaining("plugins[1]")
        .hasMessageContaining("line 2")
        .hasMessageContaining("plugins[0]");
  }

  @Test
  void aServerMustBeAnotherInstance() {
    String form =
        "{\"plugins\": [{\"module\": \"m\", \"api_policy\": {\"served_by\": {\"Memory\":"
            + " \"%s\"}}}]}";
    assertThat(refuses(ErrorCode.CONFIGURATION_INVALID, form.formatted("other")))
        .hasMessageContaining("plugins[0].api_policy.served_by.Memory");
    refuses(ErrorCode.CONFIGURATION_INVALID, form.formatted("m"));
  }
}
