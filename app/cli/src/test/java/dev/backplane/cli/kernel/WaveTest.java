package dev.backplane.cli.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.cli.Outcome;
import dev.backplane.cli.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WaveTest {
  @TempDir private Path folder = Path.of("");

  private Outcome vadd(String command, int n, String... more) {
    List<String> line =
        new ArrayList<>(List.of(command, Outcome.example("vadd/vadd.xclbin"), "--kernel", "vadd"));
    for (String value : List.of("a=:256", "b=:256", "c=:256", "n=" + n)) {
      line.add("--arg");
      line.add(value);
    }
    line.addAll(List.of(more));
    return Outcome.of(line.toArray(String[]::new));
  }

  @Test
  void aWindowOfARunIsDrawnWithCharacters() {
    Outcome outcome =
        vadd(
            "wave",
            64,
            "--trigger",
            "m_axi_gmem_arvalid==1",
            "--before",
            "2",
            "--length",
            "6",
            "--pins",
            "m_axi_gmem_ar*");
    assertThat(outcome.code()).describedAs(outcome.err()).isZero();
    List<String> lines = outcome.out().lines().toList();
    assertThat(lines).anyMatch(line -> line.matches("m_axi_gmem_arvalid +_{2,}#+.*"));
    assertThat(lines).anyMatch(line -> line.matches("m_axi_gmem_araddr +\\|.*"));
    assertThat(lines).noneMatch(line -> line.contains("awaddr"));
  }

  @Test
  void drawsTheCyclesBeforeAFaultAndTheRunStillFails() {
    Outcome outcome =
        vadd(
            "wave",
            5000,
            "--trigger",
            "violation",
            "--before",
            "8",
            "--length",
            "4",
            "--pins",
            "m_axi_gmem_*valid,m_axi_gmem_*ready");
    assertThat(outcome.code()).isEqualTo(ExitCode.FAILED);
    assertThat(outcome.err()).contains("BP5007");
    assertThat(outcome.out()).contains("v fault").contains("fault: m_axi_gmem @cycle ");
  }

  @ParameterizedTest
  @CsvSource({"wave.vcd, $timescale", "wave.svg, <svg ", "wave.fst, ''"})
  void aRunIsWrittenAndReadAgain(String name, String start) throws IOException {
    Path file = folder.resolve(name);
    Outcome outcome = vadd("wave", 64, "-o", file.toString());
    assertThat(outcome.code()).describedAs(outcome.err()).isZero();
    assertThat(outcome.out()).contains("-> " + file);
    if (!name.endsWith("fst")) {
      assertThat(Files.readString(file)).startsWith(start);
    }
    if (!name.endsWith("svg")) {
      Outcome read = Outcome.of("wave", file.toString(), "--from", "40", "--length", "3");
      assertThat(read.out()).contains("40").contains("m_axi_gmem_arvalid");
      Path window = folder.resolve("window.svg");
      Outcome drawn =
          Outcome.of(
              "wave", file.toString(), "--from", "40", "--length", "8", "-o", window.toString());
      assertThat(drawn.code()).isZero();
      assertThat(Files.readString(window)).contains(">40<").doesNotContain(">60<");
    }
  }

  @Test
  void registersInsideTheKernelAreShownOnRequest() {
    Outcome unknown = vadd("wave", 64, "--registers", "nothing");
    assertThat(unknown.code()).isEqualTo(ExitCode.USAGE);
    assertThat(unknown.err()).contains("no register is called [nothing]; there are [");
    String name = unknown.err().replaceFirst("(?s).*there are \\[([^,\\]]+).*", "$1");
    Outcome shown = vadd("wave", 64, "--registers", name, "--pins", "ap_*", "--length", "4");
    assertThat(shown.code()).describedAs(shown.err()).isZero();
    assertThat(shown.out()).contains(name);
  }

  @Test
  void aTriggerThatDoesNotHappenIsSaid() {
    Outcome outcome = vadd("wave", 64, "--trigger", "violation");
    assertThat(outcome.code()).isZero();
    assertThat(outcome.err()).contains("nothing was recorded: 'violation' did not happen");
  }

  @ParameterizedTest
  @CsvSource({
    "--trigger a=b, is no trigger",
    "--pins nothing*, no pin is called",
    "--from -1, --from",
    "--length 0, --length"
  })
  void refusesSignalsThatCannotBeShown(String option, String message) {
    Outcome outcome = vadd("wave", 64, option.split(" "));
    assertThat(outcome.code()).isEqualTo(ExitCode.USAGE);
    assertThat(outcome.err()).contains(message);
  }

  @Test
  void filesThatAreNoWaveformsAreRefused() throws IOException {
    Path text = Files.writeString(folder.resolve("text.vcd"), "hello");
    Outcome other = Outcome.of("wave", text.toString());
    assertThat(other.code()).isEqualTo(1);
    assertThat(other.err()).contains("TRACE_FAILED").contains(text.toString()).hasLineCount(1);
    Path missing = folder.resolve("missing.fst");
    Outcome none = Outcome.of("wave", missing.toString());
    assertThat(none.code()).isEqualTo(2);
    assertThat(none.err()).contains("FILE_UNREADABLE").contains(missing.toString()).hasLineCount(1);
  }

  @Test
  void aRunTellsWhatWentThroughItsPorts() {
    Outcome table = vadd("run", 64, "--stats");
    assertThat(table.out())
        .contains("m_axi_gmem")
        .contains("B/cycle")
        .contains("beats of a burst: ");
    assertThat(vadd("run", 64, "--stats=json").out())
        .startsWith("{")
        .contains("\"bytes\":256")
        .contains("\"latency_histogram\":{")
        .hasLineCount(1);
    assertThat(vadd("run", 64, "--stats=svg").out()).startsWith("<svg ").contains("m_axi_gmem");
    assertThat(vadd("run", 64, "--stats", "--json").out()).contains("\"ports\":[{");
  }

  @Test
  void aRunIsRecordedWhole() throws IOException {
    Path file = folder.resolve("run.vcd");
    Outcome outcome = vadd("run", 64, "--wave", file.toString());
    assertThat(outcome.code()).describedAs(outcome.err()).isZero();
    assertThat(Files.readString(file)).contains("#0\n").contains("m_axi_gmem_wdata");
  }
}
