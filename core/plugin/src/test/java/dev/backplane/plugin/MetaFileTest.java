package dev.backplane.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MetaFileTest {
  @Test
  void entriesKeepTheirOrderAndEveryKeyHasAPlace() {
    List<MetaTable> tables =
        MetaFile.parse(
            """
            title = "ignored"
            [[plugins]]
            name = "a"
            extra.deep = 1
            [[plugins]]
              name = "b"
              list = ["x",
                      "y"]
            """,
            "f",
            null);

    assertThat(tables).hasSize(2);
    assertThat(tables.get(0).keys()).containsExactlyInAnyOrder("name", "extra");
    assertThat(tables.get(1).text("name")).contains("b");
    assertThat(tables.get(1).text("none")).isEmpty();
    assertThat(tables.get(1).position()).hasToString("f:5:1");
    assertThat(tables.get(1).position("name")).hasToString("f:6:3");
    assertThat(tables.get(1).position("none")).hasToString("f:5:1");
    assertThat(tables.get(1).positionOfElement("y")).hasToString("f:8:11");
    assertThat(tables.get(1).positionOfElement("z")).hasToString("f:5:1");
  }

  @Test
  void noPluginsIsAListThatMayBeEmpty() {
    assertThat(MetaFile.parse("plugins = []", "f", null)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'[[plugins]]\nname = '            | META_SYNTAX   | f:2:8",
        "'a = 1\na = 2'                    | META_SYNTAX   | f:2:1",
        "'[[plugins]'                      | META_SYNTAX   | f:1:10",
        "'x = \"open'                      | META_SYNTAX   | f:1:10",
        "''                                | MISSING_FIELD | f",
        "'[other]\nname = 1'               | MISSING_FIELD | f",
        "'\n[plugins]\nname = \"a\"'       | WRONG_TYPE    | f:2:1",
        "'plugins = \"a\"'                 | WRONG_TYPE    | f:1:1",
        "'plugins = [\"a\",\n  \"b\"]'     | WRONG_TYPE    | f:1:12",
      })
  void refusesAFileWithoutAListOfPluginsWithItsPlace(String text, PluginError error, String place) {
    PluginException thrown =
        catchThrowableOfType(PluginException.class, () -> MetaFile.parse(text, "f", null));
    assertThat(thrown.error()).isEqualTo(error);
    assertThat(thrown.position()).hasToString(place);
    assertThat(thrown.problems().getFirst().text()).isNotBlank();
  }

  @Test
  void aTableInsteadOfAListIsToldHowToBeOne() {
    PluginException thrown =
        catchThrowableOfType(
            PluginException.class, () -> MetaFile.parse("[plugins]\nname = \"a\"", "f", null));
    assertThat(thrown).hasMessageContaining("write [[plugins]] with two brackets");
  }

  @Test
  void aByteOrderMarkIsSkipped() {
    assertThat(MetaFile.parse("\ufeff[[plugins]]\n", "f", null)).hasSize(1);
  }

  @Test
  void bytesThatAreNoTextAreRefused() {
    PluginException thrown = read(new byte[] {'a', (byte) 0xff, (byte) 0xfe});
    assertThat(thrown.error()).isEqualTo(PluginError.META_SYNTAX);
    assertThat(thrown).hasMessageContaining("UTF-8");
  }

  @Test
  void aFileTooLargeToBeHonestIsRefusedUnparsed() {
    PluginException thrown = read(new byte[(64 << 10) + 1]);
    assertThat(thrown).hasMessageContaining("larger than");
  }

  @Test
  void valuesNestedWithoutEndAreRefused() {
    PluginException thrown = read(("x = " + "[".repeat(100_000)).getBytes(StandardCharsets.UTF_8));
    assertThat(thrown.error()).isEqualTo(PluginError.META_SYNTAX);
  }

  @Test
  void aTextThatCrashesTheParserIsASyntaxErrorOfTheFile() {
    // A comment with a control character in an inline table: a NullPointerException of tomlj 2.2.0.
    PluginException thrown =
        catchThrowableOfType(PluginException.class, () -> MetaFile.parse("x={x=,#\0#", "f", null));
    assertThat(thrown.error()).isEqualTo(PluginError.META_SYNTAX);
    assertThat(thrown.position().file()).isEqualTo("f");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x = \"\\ud800\"", "x = \"\\UFFFFFFFF\"", "\0", "x = 1979-13-01"})
  void valuesThatCannotBeAreSyntaxErrors(String text) {
    PluginException thrown =
        catchThrowableOfType(PluginException.class, () -> MetaFile.parse(text, "f", null));
    assertThat(thrown.error()).isEqualTo(PluginError.META_SYNTAX);
    assertThat(thrown.position().line()).isEqualTo(1);
  }

  @Test
  void aFileFullOfErrorsTellsTheFirstOnes() {
    PluginException thrown =
        catchThrowableOfType(
            PluginException.class, () -> MetaFile.parse("a = 1\n".repeat(1000), "f", null));
    assertThat(thrown.problems()).hasSize(10);
    assertThat(thrown.position()).hasToString("f:2:1");
  }

  @Test
  void refusesSyntaxOfLaterVersionsOfToml() {
    PluginException thrown =
        catchThrowableOfType(
            PluginException.class, () -> MetaFile.parse("x = { a = 1,\n}", "f", null));
    assertThat(thrown.error()).isEqualTo(PluginError.META_SYNTAX);
  }

  private static PluginException read(byte[] bytes) {
    return catchThrowableOfType(
        PluginException.class, () -> MetaFile.read(new ByteArrayInputStream(bytes), "f", null));
  }
}
