package dev.backplane.cli.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.cli.JsonSchema;
import dev.backplane.cli.Outcome;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.compiler.onnx.ElementType;
import dev.backplane.compiler.onnx.OnnxGraph;
import dev.backplane.compiler.onnx.OnnxModel;
import dev.backplane.compiler.onnx.OnnxNode;
import dev.backplane.compiler.onnx.OnnxTensor;
import dev.backplane.compiler.onnx.OnnxValue;
import dev.backplane.compiler.onnx.OnnxWriter;
import dev.backplane.json.JsonText;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.frontends.FrontEnd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of the compiler, on a small network in a file. */
class CompileCommandTest {
  @TempDir Path folder;
  private String model = "";

  @BeforeEach
  void aModelIsThere() {
    model = write("tiny net.onnx", "Relu");
  }

  private String write(String name, String activation) {
    OnnxGraph graph =
        new OnnxGraph(
            "",
            List.of(
                OnnxNode.of("MatMul", List.of("x", "w"), "product"),
                OnnxNode.of(activation, List.of("product"), "positive"),
                OnnxNode.of("Softmax", List.of("positive"), "y")),
            List.of(
                OnnxTensor.of("w", ElementType.FLOAT, List.of(3, 2), 0.5, -1, 0.25, 1, -0.75, 2)),
            List.of(OnnxValue.of("x", ElementType.FLOAT, 1, 3)),
            List.of(OnnxValue.of("y", ElementType.FLOAT, 1, 2)));
    Path file = folder.resolve(name);
    OnnxWriter.write(new OnnxModel(8, "", Map.of("", 13L), graph), file);
    return file.toString();
  }

  private String out() {
    return folder.resolve("out").toString();
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void aModelBecomesAFolderOfHardwareAndTheNextStepIsTold() {
    Outcome compiled = Outcome.of("compile", model, "--bits", "8,4", "-o", out());
    assertThat(compiled.code()).as(compiled.err()).isZero();
    assertThat(compiled.err()).contains("64 random inputs").contains("--calibration");
    assertThat(compiled.out())
        .contains("tiny_net: 2 layers, input 3 of fixed(8, ")
        .contains("the host does Softmax")
        .contains("next: backplane build " + out() + "/*.v --kernel " + out() + "/kernel.toml");
    assertThat(folder.resolve("out/tiny_net.v")).isRegularFile();
    assertThat(folder.resolve("out/network.json")).isRegularFile();
  }

  @Test
  void aNetworkThatWasCompiledKeepsItsLanesUntilOthersAreSaid() throws IOException {
    Outcome first = Outcome.of("compile", model, "--lanes", "1", "--name", "net", "-o", out());
    assertThat(first.code()).as(first.err()).isZero();
    Path network = folder.resolve("out/network.json");
    for (String lanes : List.of("", "2")) {
      Path again = folder.resolve("again" + lanes);
      List<String> command =
          new ArrayList<>(List.of("compile", network.toString(), "--name", "net"));
      command.addAll(List.of("-o", again.toString()));
      command.addAll(lanes.isEmpty() ? List.of() : List.of("--lanes", lanes));
      Outcome second = Outcome.of(command.toArray(String[]::new));
      assertThat(second.code()).as(second.err()).isZero();
      assertThat(Files.readString(again.resolve("network.json")))
          .contains("\"lanes\": " + (lanes.isEmpty() ? "1" : lanes));
    }
  }

  @Test
  void scalesAreAnyNumbersOrPowersOfTwo() {
    Outcome any = Outcome.of("compile", model, "-o", out());
    assertThat(any.code()).as(any.err()).isZero();
    assertThat(any.out()).contains(", scale 1.");
    assertThat(folder.resolve("out/backplane_rescale.v")).isRegularFile();
    String shifted = folder.resolve("shifted").toString();
    Outcome powers = Outcome.of("compile", model, "--scales", "power-of-two", "-o", shifted);
    assertThat(powers.code()).as(powers.err()).isZero();
    assertThat(powers.out()).doesNotContain("scale").doesNotContain("zero");
    assertThat(folder.resolve("shifted/backplane_rescale.v")).doesNotExist();
  }

  @Test
  void theReportTellsHowNearTheIntegersAreToTheRealNumbers() throws IOException {
    String report = folder.resolve("report").toString();
    Outcome compiled =
        Outcome.of(
            "compile",
            model,
            "--weights",
            "per-tensor",
            "--ranges",
            "percentile",
            "--percentile",
            "99",
            "--bias-correction",
            "off",
            "--equalize",
            "--bits-of",
            "pro*=6,5",
            "--report",
            report,
            "-o",
            out());
    assertThat(compiled.code()).as(compiled.err()).isZero();
    assertThat(Files.readString(folder.resolve("report/quantization.json")))
        .contains("\"samples\":64")
        .contains("\"scheme\":\"backplane\"")
        .contains("\"scheme\":\"onnxruntime static, weights per channel\"");
    assertThat(Files.readString(folder.resolve("report/quantization.svg"))).contains(" dB</text>");
  }

  @Test
  void bitsThatAreNoNumbersAreRefused() {
    Outcome refused = Outcome.of("compile", model, "--bits-of", "a=few", "-o", out());
    assertThat(refused.code()).isEqualTo(ExitCode.USAGE);
    assertThat(refused.err()).contains("--bits-of a=few").contains("such as 8,4");
  }

  @Test
  void aSkeletonIsInPlaceOfAKernel() {
    Outcome compiled = Outcome.of("compile", model, "--wrapper", "skeleton", "-o", out());
    assertThat(compiled.code()).as(compiled.err()).isZero();
    assertThat(folder.resolve("out/skeleton.toml")).isRegularFile();
    assertThat(folder.resolve("out/kernel.toml")).doesNotExist();
  }

  @Test
  void aFolderThatHasFilesIsLeftAsItIs() throws IOException {
    Files.createDirectory(folder.resolve("out"));
    Path mine = Files.writeString(folder.resolve("out/mine"), "mine");
    refused(1, "a folder", "it is there and not empty", "compile", model);
    assertThat(mine).hasContent("mine");
  }

  @Test
  void otherTargetsAndJson() throws IOException {
    Outcome vhdl = Outcome.of("compile", model, "--target", "vhdl", "--json", "-o", out());
    assertThat(vhdl.code()).as(vhdl.err()).isZero();
    assertThat(vhdl.out().lines()).hasSize(1);
    assertThat(JsonText.read(vhdl.out()).toString()).contains("tiny_net.vhd", "Softmax");
    String other = folder.resolve("torch").toString();
    Outcome torch = Outcome.of("compile", model, "--target", "torch", "--name", "net", "-o", other);
    assertThat(torch.code()).as(torch.err()).isZero();
    assertThat(folder.resolve("torch/net.py")).isRegularFile();
  }

  private static void assumeAFrontEnd() {
    boolean isThere;
    try {
      isThere = !FrontEnd.find(Duration.ofMinutes(1)).name().isEmpty();
    } catch (RtlException e) {
      isThere = false;
    }
    assumeTrue(isThere, "neither verilator nor yosys is installed");
  }

  @Test
  void aNetworkThatGivesTheSameForAllIsSimulatedToo() throws IOException {
    assumeAFrontEnd();
    Path network =
        Files.writeString(
            folder.resolve("signs.json"),
            """
            {"format": "backplane-ir", "version": 1, "graphs": {"main": {"attributes": {},
              "nodes": {
                "in": {"type": "input", "attributes": {"shape": [3], "width": 8, "fraction": 5}},
                "place": {"type": "counter", "attributes": {}},
                "sign": {"type": "sign", "attributes": {}},
                "out": {"type": "output", "attributes": {}}},
              "edges": [
                {"from": "in", "to": "place", "attributes": {}},
                {"from": "place", "to": "sign", "attributes": {}},
                {"from": "sign", "to": "out", "attributes": {}}]}}}
            """);

    Outcome simulated = Outcome.of("simulate", network.toString(), "--samples", "2");
    assertThat(simulated.code()).as(simulated.err()).isZero();
    assertThat(simulated.out()).contains("2 samples: hardware and interpreter agree");
  }

  @Test
  void hardwareAndInterpreterAgreeOnSamplesFromAFile() throws IOException {
    assumeAFrontEnd();
    Path samples = Files.writeString(folder.resolve("samples.txt"), "1 2 3\n-1, 0.5, 0\n");
    Outcome simulated =
        Outcome.of(
            "simulate", model, "--calibration", samples.toString(), "--inputs", samples.toString());
    assertThat(simulated.code()).as(simulated.err()).isZero();
    assertThat(simulated.err()).isEmpty();
    assertThat(simulated.out())
        .contains("2 samples: hardware and interpreter agree")
        .doesNotContain("differs");
  }

  @Test
  void componentsAreListedWithTheirPluginAndTargets() {
    Outcome listed = Outcome.of("components");
    assertThat(listed.code()).isZero();
    assertThat(listed.out())
        .containsPattern("linear +1 +verilog,vhdl,torch +linear +0\\.1\\.0")
        .containsPattern("sigmoid +1 +as table +table");
    assertThat(listed.out())
        .containsPattern("linear .* weights weight_width \\[weight_fraction\\] \\[bias\\]");
    assertThat(Outcome.of("components", "--json").out()).startsWith("{\"components\":[{");
  }

  @Test
  void ofOneComponentEverythingIsTold() {
    Outcome told = Outcome.of("components", "conv2d");
    assertThat(told.code()).as(told.err()).isZero();
    assertThat(told.out())
        .containsPattern("purpose +a convolution")
        .containsPattern("inputs +1")
        .containsPattern("outputs +1")
        .containsPattern("targets +verilog,vhdl,torch")
        .containsPattern("plugin +convolution")
        .containsPattern("NAME +TYPE +DEFAULT +MEANING")
        .containsPattern("weights +tensor +- +outputs x height x width x channels of a group")
        .containsPattern("groups +whole +1 +into how many groups");
    assertThat(Outcome.of("components", "conv2d", "--json").out())
        .startsWith("{\"type\":\"conv2d\",")
        .contains("\"plugin\":\"convolution\"", "{\"name\":\"weights\",\"type\":\"tensor\"");

    Outcome unknown = Outcome.of("components", "conv9d");
    assertThat(unknown.code()).isEqualTo(ExitCode.USAGE);
    assertThat(unknown.err()).contains("no component of type conv9d", "conv2d");
    assertThat(Outcome.of("components", "--plugins", folder + "/none").err())
        .contains("none is no folder");
  }

  @Test
  void reportsSaturationAndRefusesItAboveALimit() throws IOException {
    StringBuilder lines = new StringBuilder("1000,1000,1000\n");
    for (int i = 0; i < 99; i++) {
      lines.append("1,").append(i % 9).append(",-1\n");
    }
    String samples = Files.writeString(folder.resolve("samples.txt"), lines).toString();
    String[] command = {"compile", model, "--calibration", samples, "--percentile", "98"};
    Outcome compiled =
        Outcome.of(
            Stream.concat(Stream.of(command), Stream.of("-o", out())).toArray(String[]::new));
    assertThat(compiled.code()).as(compiled.err()).isZero();
    assertThat(compiled.err())
        .containsPattern(
            "warning: node in: 1[.]\\d\\d % of its numbers, 3 of 2\\d\\d in the samples");
    refused(
        2,
        "the limit",
        "more than the 0.5 % of --saturation",
        Stream.concat(Stream.of(command), Stream.of("--saturation", "0.5")).toArray(String[]::new));
    refused(2, "a share", "--saturation must be", "compile", model, "--saturation", "101");
    String whole = folder.resolve("whole").toString();
    Outcome held =
        Outcome.of(
            "compile", model, "--scales", "power-of-two", "--calibration", samples, "-o", whole);
    assertThat(held.err()).doesNotContain("saturate");
    assertThat(held.out()).contains("input 3 of fixed(8, -3)");
  }

  @Test
  void reportsEachMistakeAndWritesNothing() throws IOException {
    List<String> before = files();
    refused(2, "three numbers", "--bits has 3 numbers", "compile", model, "--bits", "8,4,2");
    refused(2, "one bit", "2 to 32 bits, not 1", "compile", model, "--bits", "1");
    refused(2, "no model", "FILE_UNREADABLE", "compile", model + "x");
    refused(2, "percentile", "--percentile", "compile", model, "--percentile", "0");
    refused(2, "lanes", "--lanes must be", "compile", model, "--lanes", "0");
    refused(2, "a name", "BAD_NAME: design", "compile", model, "--name", "../x");
    refused(2, "a target", "expected one of", "compile", model, "--target", "c");
    refused(2, "samples", "BAD_SAMPLES", "compile", model, "--calibration", model);
    String text = Files.writeString(folder.resolve("text.onnx"), "no model").toString();
    refused(1, "text", "MODEL_DAMAGED: offset 0", "compile", text);
    String unknown = write("unknown.onnx", "Resize");
    refused(1, "an operator", "node positive (Resize): operator Resize", "compile", unknown);
    Files.delete(Path.of(text));
    Files.delete(Path.of(unknown));
    assertThat(files()).isEqualTo(before);
  }

  private void refused(int code, String what, String words, String... command) {
    Outcome outcome =
        Outcome.of(
            Stream.concat(Stream.of(command), Stream.of("-o", out())).toArray(String[]::new));
    assertThat(outcome.code()).as(what).isEqualTo(code);
    assertThat(outcome.err()).as(what).contains(words).doesNotContain("fault of Backplane");
    assertThat(outcome.out()).as(what).isEmpty();
  }

  @Test
  void aFolderThatIsNotEmptyStaysAsItIs() throws IOException {
    Path old = Files.writeString(Files.createDirectory(Path.of(out())).resolve("old"), "old");
    Outcome outcome = Outcome.of("compile", model, "-o", out());
    assertThat(outcome.code()).isEqualTo(1);
    assertThat(outcome.err()).contains("OUTPUT: " + out(), "not empty");
    assertThat(files()).containsExactlyInAnyOrder("out", "tiny net.onnx");
    assertThat(old).hasContent("old");
  }

  private static boolean haveFrontEnd() {
    try {
      return !FrontEnd.find(Duration.ofMinutes(1)).name().isEmpty();
    } catch (RtlException e) {
      return false;
    }
  }

  @Test
  void aModelBecomesAnImageThatIsTheOneOfBuild() throws IOException {
    assumeTrue(haveFrontEnd(), "neither verilator nor yosys is there");
    String straight = folder.resolve("straight.xclbin").toString();
    String around = folder.resolve("around.xclbin").toString();
    Outcome compiled = Outcome.of("compile", model, "--image", straight, "-o", out());
    assertThat(compiled.code()).as(compiled.err()).isZero();
    assertThat(compiled.out()).contains("image " + straight).contains("next: backplane info");
    Outcome built =
        Outcome.of("build", out() + "/*.v", "--kernel", out() + "/kernel.toml", "-o", around);
    assertThat(built.code()).as(built.err()).isZero();

    assertThat(Files.readAllBytes(Path.of(straight)))
        .isEqualTo(Files.readAllBytes(Path.of(around)));

    Outcome alone = Outcome.of("compile", model, "--image", straight, "--json");
    assertThat(alone.code()).as(alone.err()).isZero();
    JsonSchema.of("compile").describes(alone.out());
  }

  @Test
  void aCheckTellsWhatEachOperatorBecomesAndWritesNothing() throws IOException {
    Outcome checked = Outcome.of("compile", model, "--check");
    assertThat(checked.code()).as(checked.err()).isZero();
    assertThat(checked.out())
        .containsPattern("product +MatMul +linear")
        .containsPattern("y +Softmax +no hardware")
        .contains("3 operators are imported; nothing is refused");
    assertThat(files()).containsExactly("tiny net.onnx");
  }

  @Test
  void aCheckTellsAllThatIsRefusedAndWhatHelps() {
    String refused = write("refused.onnx", "Bernoulli");
    Outcome checked = Outcome.of("compile", refused, "--check");
    assertThat(checked.code()).isEqualTo(ExitCode.FAILED);
    assertThat(checked.out())
        .contains("refused: node positive (Bernoulli): operator Bernoulli is not supported")
        .contains("To help: ")
        .contains("it is refused for one reason");
    Outcome told = Outcome.of("compile", refused, "--check", "--json");
    assertThat(told.code()).isEqualTo(ExitCode.FAILED);
    JsonSchema.of("compile-check").describes(told.out());
  }

  @Test
  void somethingToWriteHasToBeNamed() {
    Outcome nothing = Outcome.of("compile", model);
    assertThat(nothing.code()).isEqualTo(ExitCode.USAGE);
    assertThat(nothing.err()).contains("--output FOLDER, --image FILE.xclbin");
    Outcome module = Outcome.of("compile", model, "--image", "x.xclbin", "--target", "torch");
    assertThat(module.code()).isEqualTo(ExitCode.USAGE);
    Outcome extent = Outcome.of("compile", model, "--check", "--extent", "height=7");
    assertThat(extent.code()).isEqualTo(ExitCode.FAILED);
    assertThat(extent.out()).contains("no extent of its inputs has the name height");
  }
}
