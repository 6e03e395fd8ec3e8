package dev.backplane.driverkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.spi.Adapter;
import dev.backplane.api.spi.CallTrace;
import dev.backplane.api.spi.ConfigurationOrigin;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ConfigurationNodeTest {
  private enum Mode {
    FAST,
    HW_EMU
  }

  private static ConfigurationNode read(String json) {
    return ConfigurationNode.of(new Adapter.Builder("card"), json.replace('\'', '"'));
  }

  private static BackplaneException refused(ErrorCode code, ThrowingCallable reading) {
    BackplaneException error = catchThrowableOfType(BackplaneException.class, reading);
    assertThat(error).isNotNull();
    assertThat(error.code()).isEqualTo(code);
    return error;
  }

  private static BackplaneException wrong(String json, Function<ConfigurationNode, Object> read) {
    return refused(
        ErrorCode.CONFIGURATION_INVALID, () -> assertThat(read.apply(read(json))).isNull());
  }

  @Test
  void everyKindOfValueIsRead() {
    ConfigurationNode root =
        read(
            "{'t': 'x', 'n': -7, 'a': '0x7fffffffffffffff', 'd': 1.5e1, 'b': true, 'l': [1, 2],"
                + " 'm': 'hw_emu', 's': 3, 'f': 'a/b'}");

    assertThat(root.get("t", ConfigurationNode::text, "")).isEqualTo("x");
    assertThat(root.get("n", n -> n.integer(-7, 7), 0)).isEqualTo(-7);
    assertThat(root.get("a", n -> n.address(0, Long.MAX_VALUE), 0L)).isEqualTo(Long.MAX_VALUE);
    assertThat(root.get("n", n -> n.address(-8, 8), 0L)).isEqualTo(-7);
    assertThat(root.get("d", n -> n.real(0, 20), 0.0)).isEqualTo(15);
    assertThat(root.get("b", ConfigurationNode::truth, false)).isTrue();
    assertThat(root.get("l", n -> n.list(e -> e.integer(0, 9)), List.<Integer>of()))
        .containsExactly(1, 2);
    assertThat(root.get("m", n -> n.oneOf(Mode.values()), Mode.FAST)).isEqualTo(Mode.HW_EMU);
    assertThat(root.get("s", n -> n.seconds(1, 5), Duration.ZERO)).isEqualTo(Duration.ofSeconds(3));
    Duration milliseconds = root.required("s", n -> n.milliseconds(1, 5));
    assertThat(milliseconds).isEqualTo(Duration.ofMillis(3));
    Path file = root.required("f", ConfigurationNode::file);
    assertThat(file).isEqualTo(Path.of("a/b"));
    assertThat(root.members().keySet())
        .containsExactly("t", "n", "a", "d", "b", "l", "m", "s", "f");
  }

  @Test
  void aMissingKeyHasItsDefault() {
    ConfigurationNode root = read("{}");

    assertThat(root.has("n")).isFalse();
    assertThat(root.get("n", n -> n.integer(1, 2), 9)).isEqualTo(9);
    assertThat(root.members()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'v': 3}      | must be a string, not the number 3",
        "{'v': '  '}   | must not be blank",
        "{'v': null}   | must be a string, not null",
        "{'v': [1]}    | must be a string, not an array",
      })
  void aTextIsAString(String json, String message) {
    assertThat(wrong(json, root -> root.required("v", ConfigurationNode::text)).getMessage())
        .contains("config.v: " + message + " (line 1, column 7)");
  }

  @ParameterizedTest
  @CsvSource({
    "0, the number 0",
    "8, the number 8",
    "1.5, the number 1.5",
    "1e3, the number 1e3",
    "12345678901234567890, the number 12345678901234567890",
    "'5', the string \"5\"",
    "true, true"
  })
  void aWholeNumberIsOneAndInItsRange(String value, String told) {
    String json = "{'v': %s}".formatted(told.startsWith("the string") ? "'" + value + "'" : value);
    assertThat(wrong(json, root -> root.required("v", n -> n.wholeNumber(1, 7))).getMessage())
        .contains("config.v: must be a whole number from 1 to 7, not " + told);
  }

  @Test
  void anAddressThatIsWrittenWrongIsToldHow() {
    assertThat(wrong("{'v': '1000'}", root -> root.required("v", n -> n.address(0, 9))).problem())
        .contains("must be a whole number, or a string like \"0x1000\", from 0 to 9");
    assertThat(
            wrong("{'v': '0xffffffffffffffff'}", root -> root.required("v", n -> n.address(0, 9)))
                .problem())
        .contains("must be a whole number from 0 to 9");
  }

  @Test
  void aWordIsOneOfThoseThatThereAreAndTheNearestIsNamed() {
    assertThat(
            wrong("{'v': 'hw_em'}", root -> root.required("v", n -> n.oneOf(Mode.values())))
                .problem())
        .contains("must be one of fast, hw_emu, not the string \"hw_em\". Did you mean 'hw_emu'?");
    assertThat(wrong("{'v': 1}", root -> root.required("v", n -> n.oneOf(Mode.values()))).problem())
        .contains("must be one of fast, hw_emu, not the number 1 (");
  }

  @Test
  void anUnknownKeyIsRefusedWithThoseThatThereAreAndTheNearest() {
    assertThat(wrong("{\n  'latncy': 1\n}", root -> root.allow("latency", "banks")).problem())
        .isEqualTo(
            "config.latncy: unknown key; there are banks, latency. Did you mean 'latency'?"
                + " (line 2, column 13)");
    assertThat(wrong("{'x y': 1}", root -> root.allow("latency")).problem())
        .isEqualTo("config.\"x y\": unknown key; there are latency (line 1, column 9)");
  }

  @Test
  void aMissingKeyIsNamedByTheObjectThatMissesIt() {
    assertThat(
            wrong(
                    "{'banks': [{}]}",
                    root ->
                        root.required(
                            "banks", n -> n.list(b -> b.required("name", ConfigurationNode::text))))
                .problem())
        .isEqualTo("config.banks[0]: the key 'name' is missing (line 1, column 12)");
  }

  @Test
  void aKeyThatIsWrittenTwiceIsRefused() {
    assertThat(refused(ErrorCode.CONFIGURATION_SYNTAX, () -> read("{'a': 1, 'a': 2}")))
        .hasMessageContaining("the key \"a\" is written twice")
        .hasMessageContaining("line 1, column");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"{'a': | line 1", "{} {} | more text follows", "'' | empty"})
  void reportsTextThatIsNoJsonAsASyntaxError(String json, String message) {
    assertThat(refused(ErrorCode.CONFIGURATION_SYNTAX, () -> read(json.replace("''", ""))))
        .hasMessageContaining(message);
  }

  @Test
  void theConfigurationOfAnInstanceIsAnObject() {
    assertThat(refused(ErrorCode.CONFIGURATION_INVALID, () -> read("[]")))
        .hasMessageContaining("config: must be an object, not an array");
  }

  @Test
  void thePlaceIsThatInTheSitesFile() {
    var origin = new ConfigurationOrigin("site.json", "", "plugins[1].config", 12, 17);
    var adapter = new Adapter.Builder("card", CallTrace.NONE, Duration.ofSeconds(1), origin);

    assertThatThrownBy(() -> ConfigurationNode.of(adapter, "{\"a\": 1}").allow("b"))
        .hasMessageContaining("configure site.json: plugins[1].config.a: unknown key")
        .hasMessageContaining("(line 12, column 23)")
        .hasMessageContaining("(plugin card)");
    assertThatThrownBy(() -> ConfigurationNode.of(adapter, "{\n  \"a\": 1}").allow("b"))
        .hasMessageContaining("(line 13, column 8)");
    assertThatThrownBy(() -> ConfigurationNode.of(adapter, "{\n  \"a\": }"))
        .hasMessageContaining("line 13, column");
  }

  @Test
  void aNameOfAFileIsRelativeToTheFolderOfTheConfiguration() {
    assertThat(file("/etc/backplane", "own.gbs")).isEqualTo(Path.of("/etc/backplane/own.gbs"));
    assertThat(file("/etc/backplane", "/opt/own.gbs")).isEqualTo(Path.of("/opt/own.gbs"));
    assertThat(file("conf", "own.gbs")).isEqualTo(Path.of("conf/own.gbs"));
    assertThat(file("", "own.gbs")).isEqualTo(Path.of("own.gbs"));
  }

  private static Path file(String folder, String image) {
    var origin = new ConfigurationOrigin("site.json", folder, "plugins[1].config", 12, 17);
    var adapter = new Adapter.Builder("card", CallTrace.NONE, Duration.ofSeconds(1), origin);
    return ConfigurationNode.of(adapter, "{\"image\": \"" + image + "\"}")
        .required("image", ConfigurationNode::file);
  }

  @Test
  void theProblemsOfAFileAreGathered() {
    ConfigurationProblems problems = new ConfigurationProblems("site.json");
    ConfigurationNode root = ConfigurationNode.ofFile(problems, "{\"a\": 1, \"b\": [2]}");

    root.allow("a");
    assertThat(root.get("a", ConfigurationNode::text, "")).isEqualTo("stand-in");
    assertThat(root.require("c")).isNull();
    assertThatThrownBy(problems::throwIfAny)
        .hasMessageContaining("3 problems")
        .hasMessageContaining("b: unknown key; there are a (line 1, column 15)")
        .hasMessageContaining("a: must be a string, not the number 1 (line 1, column 7)")
        .hasMessageContaining("the configuration: the key 'c' is missing (line 1, column 1)");
  }

  @Test
  void theTextOfAnObjectIsAsItIsWritten() {
    assertThat(read("{ 'a':  {'b' : 1 } }").required("a", ConfigurationNode::source))
        .isEqualTo("{\"b\" : 1 }");
  }
}
