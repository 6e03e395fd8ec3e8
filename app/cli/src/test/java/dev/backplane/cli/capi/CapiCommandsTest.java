package dev.backplane.cli.capi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.cli.Outcome;
import dev.backplane.cli.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands below {@code capi}, on software cards. */
final class CapiCommandsTest {
  @TempDir Path folder;
  private Path config = Path.of("");

  @BeforeEach
  void cardsAreConfigured() throws IOException {
    configure("{\"flash\": \"%s\"}".formatted(folder.resolve("flash")));
  }

  private void configure(String cards) throws IOException {
    config = folder.resolve("cards.json");
    Files.writeString(
        config,
        """
        {"plugins": [{"module": "capi", "name": "cards", "config":
          {"host": "power8", "platform": "powervm", "cards": [%s]}}]}
        """
            .formatted(cards));
  }

  private Outcome run(String... arguments) {
    String[] all = Arrays.copyOf(arguments, arguments.length + 3);
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    all[0] = "capi";
    all[arguments.length + 1] = "--config";
    all[arguments.length + 2] = config.toString();
    return Outcome.of(all);
  }

  @ParameterizedTest
  @ValueSource(strings = {"list", "info", "flash"})
  void everyCommandHasAHelpText(String command) {
    Outcome outcome = Outcome.of("capi", command, "--help");
    assertThat(outcome.code()).isZero();
    assertThat(outcome.out()).contains("Usage: backplane capi " + command).contains("--json");
  }

  @Test
  void aCardIsListedAndTellsWhatItIs() {
    assertThat(run("list").out())
        .contains("cards/card0", "factory", "afu0.0", "afu_directed", "3 to 2037");
    assertThat(run("info", "card0", "--json").out())
        .contains("\"on_its_bus\":\"1014:0477 (1014:0001)\"", "\"user_bytes\":0");
    assertThat(run("info", "cards/card0").out()).contains("load image on perst");
  }

  @Test
  void theNextCommandFindsTheFlashedImage() {
    Outcome flashed = run("flash", Outcome.example("crc32c/crc32c.xclbin"), "--yes");
    assertThat(flashed.err()).isEmpty();
    assertThat(flashed.code()).isZero();
    assertThat(flashed.out()).contains("user", "afu0.0", "dedicated_process");
    assertThat(run("info").out()).contains("dedicated_process", folder.resolve("flash").toString());
  }

  @Test
  void refusesAFileThatCannotBeFlashedAndChangesNothing() throws IOException {
    Path text = Files.writeString(folder.resolve("text"), "no image".repeat(100));
    assertThat(run("flash", text.toString(), "--yes"))
        .satisfies(
            each -> assertThat(each.code()).isEqualTo(ExitCode.FAILED),
            each -> assertThat(each.err()).contains("IMAGE_INVALID"));
    assertThat(run("flash", folder.resolve("missing").toString()).err())
        .contains("FILE_UNREADABLE");
    assertThat(run("flash", Outcome.example("vadd/vadd.xclbin"), "--yes").err())
        .contains("IMAGE_INVALID");
    assertThat(run("flash", Outcome.example("crc32c/crc32c.xclbin"), "card7").err())
        .contains("NO_SUCH_DEVICE", "only [cards/card0]");
    assertThat(run("list").out()).contains("factory");
    assertThat(folder.resolve("flash")).doesNotExist();
  }

  @Test
  void ofSeveralCardsOneIsNamed() throws IOException {
    configure("{}, {}");
    assertThat(run("flash", Outcome.example("crc32c/crc32c.xclbin"), "--yes").err())
        .contains("INVALID_ARGUMENT", "cards/card1");
    assertThat(run("flash", Outcome.example("crc32c/crc32c.xclbin"), "card1", "--yes").out())
        .contains("memory of this process");
  }

  @Test
  void aCardOfAnotherProcessorIsNotThereAndTheReasonIsToldWhereSomebodyLooks() throws IOException {
    configure("{\"psl\": 9}, {}");
    assertThat(run("list"))
        .satisfies(
            each -> assertThat(each.out()).contains("card1").doesNotContain("card0"),
            each -> assertThat(each.err()).contains("card0 is left out", "\"psl\": 8", "power9"));
    assertThat(run("info", "card0").err()).contains("NO_SUCH_DEVICE", "card0 is left out");
    configure("{\"psl\": 9}");
    assertThat(run("list").err())
        .contains("card0 is left out", "Correct the cards")
        .doesNotContain("Name the driver");
    assertThat(run("info").err())
        .contains("card0 is left out", "Correct the cards")
        .doesNotContain("Name the driver");
  }

  @Test
  void whereNoCardsAreThatIsTold() throws IOException {
    config = Files.writeString(folder.resolve("none.json"), "{\"plugins\": []}");
    assertThat(run("list").err()).contains("no coherent cards are there", "Name the driver 'capi'");
    assertThat(run("info").err()).contains("NO_SUCH_DEVICE", "Name the driver 'capi'");
  }
}
