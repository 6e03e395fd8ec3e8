package dev.backplane.cli.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.cli.Outcome;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.compiler.onnx.ElementType;
import dev.backplane.compiler.onnx.OnnxGraph;
import dev.backplane.compiler.onnx.OnnxModel;
import dev.backplane.compiler.onnx.OnnxNode;
import dev.backplane.compiler.onnx.OnnxTensor;
import dev.backplane.compiler.onnx.OnnxValue;
import dev.backplane.compiler.onnx.OnnxWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Explorations of a small network by the command. */
class ExploreTest {
  private static final int INPUTS = 12;
  private static final int OUTPUTS = 6;

  @TempDir Path folder;
  private String model = "";

  @BeforeEach
  void aModelIsThere() {
    double[] weights = new Random(1).doubles(INPUTS * OUTPUTS, -1, 1).toArray();
    OnnxGraph graph =
        new OnnxGraph(
            "",
            List.of(OnnxNode.of("MatMul", List.of("x", "w"), "y")),
            List.of(OnnxTensor.of("w", ElementType.FLOAT, List.of(INPUTS, OUTPUTS), weights)),
            List.of(OnnxValue.of("x", ElementType.FLOAT, 1, INPUTS)),
            List.of(OnnxValue.of("y", ElementType.FLOAT, 1, OUTPUTS)));
    Path file = folder.resolve("layer.onnx");
    OnnxWriter.write(new OnnxModel(8, "", Map.of("", 13L), graph), file);
    model = file.toString();
  }

  private Outcome explore(String... options) {
    String[] line = new String[options.length + 5];
    line[0] = "compile";
    line[1] = model;
    line[2] = "--explore";
    line[3] = "-o";
    line[4] = folder.resolve("found").toString();
    System.arraycopy(options, 0, line, 5, options.length);
    return Outcome.of(line);
  }

  @Test
  void theFrontIsDrawnAndTheChosenPointIsCompiled() throws IOException {
    Outcome explored = explore("--explore-bits", "8,8", "--explore-bits", "4", "--jobs", "2");
    assertThat(explored.code()).as(explored.err()).isZero();
    assertThat(explored.out())
        .contains("on the Pareto front")
        .contains("chosen")
        .contains("--point");
    Path found = folder.resolve("found");
    assertThat(found.resolve("exploration.svg")).content().contains("<circle");
    assertThat(found.resolve("exploration.html")).content().contains("<svg").contains("chosen");
    assertThat(Files.readString(found.resolve("chosen.json")))
        .isEqualTo("{\"activations\":8,\"weights\":8,\"interval\":72}\n");

    Outcome compiled =
        Outcome.of(
            "compile",
            model,
            "--point",
            found.resolve("chosen.json").toString(),
            "-o",
            folder.resolve("out").toString());
    assertThat(compiled.code()).as(compiled.err()).isZero();
    assertThat(compiled.out()).contains("1 multipliers, a sample each 72 clocks");
  }

  @Test
  void pointsBeyondLimitsAreLeftOut() {
    Outcome fast = explore("--explore-bits", "8", "--interval", "1", "--json");
    assertThat(fast.code()).as(fast.err()).isZero();
    assertThat(fast.out()).contains("\"interval\":1,").doesNotContain("\"interval\":72,");

    Outcome none = explore("--explore-bits", "8", "--budget", "dsp=0");
    assertThat(none.code()).isNotZero();
    assertThat(none.err())
        .contains("no width and no folding is within the limits")
        .contains("layer");
  }

  @Test
  void mistakesOnTheCommandLineAreTold() throws IOException {
    assertThat(explore("--explore-bits", "8;8").err()).contains("--explore-bits").contains("8,4");
    assertThat(explore("--jobs", "0").err()).contains("--jobs must be 1");
    assertThat(Outcome.of("compile", model, "--explore").code()).isEqualTo(ExitCode.USAGE);

    Path wrong = Files.writeString(folder.resolve("chosen.json"), "{\"activations\": 8}");
    Outcome compiled =
        Outcome.of(
            "compile", model, "--point", wrong.toString(), "-o", folder.resolve("out").toString());
    assertThat(compiled.code()).isNotZero();
    assertThat(compiled.err())
        .contains("its 'weights' is not a whole number")
        .contains("chosen.json");
  }
}
