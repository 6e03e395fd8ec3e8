package dev.backplane.cli.card;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.cli.Outcome;
import dev.backplane.xclbin.SectionKind;
import dev.backplane.xclbin.Xclbin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BoardCommandsTest {
  private static final String VADD = Outcome.example("vadd/vadd.xclbin");

  @TempDir Path folder;
  private Path config = Path.of("");

  @BeforeEach
  void aCardKeepsItsFlash() throws IOException {
    config = folder.resolve("site.json");
    Files.writeString(
        config,
        """
        {"plugins": [
          {"module": "null"},
          {"module": "softcard", "config": {"board": {"flash": "%s/{card}.flash"}}},
          {"module": "softcard", "name": "guest",
           "config": {"board": {"management_access": false, "user_requests": ["USER_PROBE"]}}},
          {"module": "softcard", "name": "edge", "config": {"family": "edge"}}
        ]}
        """
            .formatted(folder));
  }

  private Outcome run(String... arguments) {
    String[] all = java.util.Arrays.copyOf(arguments, arguments.length + 2);
    all[arguments.length] = "--config";
    all[arguments.length + 1] = config.toString();
    return Outcome.of(all);
  }

  @Test
  void everyReportIsThere() {
    Outcome outcome = run("examine");
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.code()).isZero();
    assertThat(outcome.out())
        .contains("softcard/card0")
        .containsPattern("fpga +temperature +\\S+ +C .*modelled")
        .containsPattern("0 +control +good")
        .containsPattern("HOT_RESET +yes")
        .containsPattern("golden +active")
        .contains("async-error")
        .doesNotContain("unavailable");
  }

  @Test
  void programsGetReportsAsJson() {
    Outcome outcome = run("examine", "-r", "mechanical,firewall", "--json");
    assertThat(outcome.out())
        .startsWith("{\"device\":\"softcard/card0\",\"mechanical\":[{\"sensor\":\"fan_1\"")
        .contains("\"origin\":\"modelled\"")
        .contains("\"status\":\"good\"")
        .doesNotContain("thermal")
        .hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "examine -r nonsense",
        "validate -r nonsense",
        "reset -r nonsense",
        "program",
        "program a.xclbin --base b.xclbin",
        "clock 100"
      })
  void refusesImpossibleRequestsInOneLine(String line) {
    Outcome outcome = run(line.split(" "));
    assertThat(outcome.code()).isEqualTo(2);
    assertThat(outcome.err()).startsWith("backplane: ");
  }

  @Test
  void aDeviceWithoutABoardSaysSo() {
    assertThat(run("examine", "-d", "null/null0").out())
        .contains("unavailable  the device has no Board")
        .containsPattern("NULL\\[0\\]");
    assertThat(run("reset", "-d", "null/null0").code()).isZero();
    Outcome kind = run("reset", "-d", "null/null0", "-r", "kernel");
    assertThat(kind.err()).contains("BP1005").contains("the device has no Resets");
  }

  @Test
  void aGuestMayNotAskForMuchAndIsToldWhatIsMissing() {
    assertThat(run("examine", "-d", "guest/card0", "-r", "thermal").out())
        .contains("BP1014 NOT_PERMITTED")
        .contains("SDR_DATA");
    Outcome reset = run("reset", "-d", "guest/card0");
    assertThat(reset.code()).isEqualTo(2);
    assertThat(reset.err()).contains("HOT_RESET").contains("board.user_requests");
    Outcome managed = run("reset", "-d", "guest/card0", "-r", "kernel");
    assertThat(managed.err()).contains("board.management_access");
  }

  @Test
  void aCardIsValidatedAndWhatItLacksIsSkippedWithAReason() {
    Outcome outcome = run("validate", "--time", "20ms");
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.code()).isZero();
    assertThat(outcome.out())
        .containsPattern("pcie-link +skipped +no PCIe")
        .containsPattern("sc-version +passed")
        .containsPattern("verify +passed +the kernel wrote 'Hello World'")
        .containsPattern("dma +passed")
        .containsPattern("iops +passed +\\d+ commands, 128 in flight")
        .containsPattern("mem-bw +passed")
        .containsPattern("p2p +passed")
        .containsPattern("m2m +passed")
        .containsPattern("hostmem-bw +passed")
        .contains("Validation completed.");
  }

  @Test
  void aCardThatSharesMemoryWithTheHostHasNothingToMove() {
    Outcome outcome = run("validate", "-d", "edge/card0", "--time", "20ms");
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.code()).isZero();
    assertThat(outcome.out())
        .containsPattern("dma +skipped +host and device share")
        .containsPattern("mem-bw +passed")
        .contains("Validation completed.");
  }

  @Test
  void oneTestIsRunForAProgram() {
    Outcome outcome = run("validate", "--run", "verify", "--json");
    assertThat(outcome.out())
        .startsWith("{\"device\":\"softcard/card0\",\"result\":\"passed\",\"tests\":[{\"test\":")
        .contains("\"cycles\":");
  }

  @Test
  void anImageThatIsNotTheTestsMakesThemFail() {
    Outcome outcome = run("validate", "-r", "verify", "--image", VADD);
    assertThat(outcome.code()).isEqualTo(1);
    assertThat(outcome.out()).containsPattern("verify +failed +BP1006").contains("failed.");
  }

  @Test
  void clocksAreSetUpToWhatTheImageWasMadeFor() {
    assertThat(run("clock", "--load", VADD, "200").out()).containsPattern("DATA +300 +200");
    Outcome tooFast = run("clock", "--load", VADD, "301");
    assertThat(tooFast.code()).isEqualTo(2);
    assertThat(tooFast.err()).contains("BP1011").contains("300 MHz at most");
    assertThat(run("clock", "--throttle", "off", "--power-limit", "50").out())
        .containsPattern("throttling +no")
        .containsPattern("power limit w +50.000");
  }

  @Test
  void anImageIsLoadedAndItsUnitsAreTold() {
    assertThat(run("program", VADD).out()).contains("uuid").contains("vadd:vadd_1");
  }

  @Test
  void aBaseImageIsActiveAfterTheNextResetInAnotherProcess() {
    Path base = folder.resolve("base.xclbin");
    Xclbin.builder()
        .header(header -> header.withVersion(2, 3, 4))
        .platform("backplane_softcard_1")
        .add(SectionKind.SCHED_FIRMWARE, new byte[100])
        .deriveIdentity()
        .build()
        .write(base);

    assertThat(run("program", "--base", base.toString()).err()).contains("--yes", "--dry-run");
    assertThat(run("program", "--base", base.toString(), "--dry-run").out())
        .contains("would be written", "golden");
    assertThat(run("program", "--base", base.toString(), "--yes").out())
        .containsPattern("started from +golden")
        .containsPattern("A +staged +2.3.4");
    assertThat(run("examine", "-r", "platform").out()).containsPattern("started from +golden");
    assertThat(run("reset").out()).containsPattern("started from +A");
    assertThat(run("examine", "-r", "cmc-status").out())
        .containsPattern("ERT +2.3.4 +base image")
        .containsPattern("CMC +1.0.0 +built in");
    Outcome wrong = run("program", "--base", VADD, "--yes");
    assertThat(wrong.code()).isEqualTo(1);
    assertThat(wrong.err()).contains("BP5004").contains("it has no firmware");
  }

  @Test
  void topDoesNotCountBackwards() {
    Outcome outcome = run("top", "--count", "-1");
    assertThat(outcome.code()).isEqualTo(2);
    assertThat(outcome.err()).contains("--count -1 is less than 0");
  }

  @Test
  void topAddsLinesWhereNobodyWatches() {
    Outcome outcome = run("top", "--count", "2", "--interval", "1ms");
    assertThat(outcome.code()).isZero();
    assertThat(outcome.out().split("card W", -1)).hasSize(3);
    assertThat(outcome.out()).contains("(modelled)").doesNotContain("\u001b");
  }
}
