package dev.backplane.cli.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.cli.Outcome;
import dev.backplane.json.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The folding of a network on the command line. */
class FoldingOptionsTest {
  /** A layer of four inputs and two outputs: eight multiplications. */
  private static final String NETWORK =
      """
      {"format": "backplane-ir", "version": 1, "graphs": {"net": {"attributes": {},
        "nodes": {
          "in": {"type": "input", "attributes": {"shape": [4], "width": 8, "fraction": 4}},
          "sum": {"type": "linear", "attributes": {"weights": {"$integers": [2, 4],
            "elements": [1, -3, 5, 7, 3, 2, -6, 5]}, "weight_width": 4, "weight_fraction": 2,
            "width": 8, "fraction": 4}},
          "out": {"type": "output", "attributes": {}}},
        "edges": [{"from": "in", "to": "sum", "attributes": {}},
          {"from": "sum", "to": "out", "attributes": {}}]}}}
      """;

  @TempDir Path folder;
  private String network = "";
  private int runs;

  @BeforeEach
  void aNetworkIsThere() throws IOException {
    network = Files.writeString(folder.resolve("net.json"), NETWORK).toString();
  }

  private Outcome compile(String... options) {
    runs++;
    List<String> command = new ArrayList<>(List.of("compile", network));
    command.addAll(List.of(options));
    command.addAll(List.of("-o", folder.resolve("out" + runs).toString()));
    return Outcome.of(command.toArray(String[]::new));
  }

  @Test
  void anIntervalSaysHowManyMultipliersALayerHas() throws IOException {
    Outcome folded = compile("--interval", "4", "--target-clock", "100", "--wrapper", "stream");

    assertThat(folded.code()).as(folded.err()).isZero();
    assertThat(folded.out())
        .containsPattern("sum +8 +2 +4")
        .contains("2 multipliers, a sample each 4 clocks")
        .contains("at 100.000 MHz: 2.50000e+07 samples a second");
    assertThat(Files.readString(folder.resolve("out1/network.json"))).contains("\"simd\":");
    assertThat(folder.resolve("out1/stream.toml")).isRegularFile();
  }

  @Test
  void aBudgetGivesTheShortestIntervalAndIsToldToPrograms() {
    Outcome folded = compile("--budget", "dsp=4,bram=9", "--json");

    assertThat(folded.code()).as(folded.err()).isZero();
    assertThat(JsonText.read(folded.out()).toString()).contains("multipliers").contains("interval");
  }

  @Test
  void whatCannotBeIsRefusedWithItsOption() {
    assertThat(compile("--interval", "0").err()).contains("--interval must be 1 at least");
    assertThat(compile("--target-clock", "100").err()).contains("--interval, --budget or --point");
    assertThat(compile("--budget", "dsp").err()).contains("dsp=64");
    assertThat(compile("--budget", "lut=9").err()).contains("limit dsp or bram");
    assertThat(compile("--budget", "dsp=0").err()).contains("give a larger budget");
    assertThat(compile("--interval", "1", "--budget", "dsp=9").code()).isNotZero();
  }
}
