package dev.backplane.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.compiler.hdl.Design;
import dev.backplane.compiler.hdl.HdlPass;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Graph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What lint and synthesis say of generated designs: nothing. */
class ToolChecksTest {
  @TempDir Path folder;

  private final Compiler compiler = Compiler.load();

  static Stream<Graph> graphs() {
    Compiler compiler = Compiler.load();
    Stream<Graph> others =
        Stream.of(
            Networks.chain(Networks.input(32, 5, 3), List.of(Attributes.NONE), List.of("relu")),
            Networks.chain(Networks.input(8, 5, 3), List.of(), List.of()));
    Stream<Graph> perceptrons =
        IntStream.of(1, 3, 7)
            .mapToObj(lanes -> compiler.quantize(Networks.perceptron(lanes, lanes)));
    return Stream.of(perceptrons, IntStream.range(0, 6).mapToObj(Networks::randomLinear), others)
        .flatMap(each -> each);
  }

  @ParameterizedTest
  @MethodSource("graphs")
  @EnabledIf("dev.backplane.compiler.Tools#haveVerilator")
  void verilatorWarnsOfNothing(Graph graph) throws Exception {
    List<String> command =
        new ArrayList<>(List.of("verilator", "--lint-only", "-Wall", "--top-module", "net"));
    command.addAll(files(graph));

    assertThat(output(command)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("graphs")
  @EnabledIf("dev.backplane.compiler.Tools#haveYosys")
  void yosysSynthesizesWithoutLatchesAndProblems(Graph graph) throws Exception {
    String files = String.join(" ", files(graph));
    List<String> command =
        List.of(
            "yosys",
            "-q",
            "-p",
            "read_verilog "
                + files
                + "; hierarchy -check -top net; proc; flatten; opt_clean; check -assert;"
                + " select -assert-none t:$dlatch t:$adlatch t:$dlatchsr");

    assertThat(output(command)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("graphs")
  @EnabledIf("dev.backplane.compiler.Tools#haveGhdl")
  void ghdlSynthesizesWithoutLatches(Graph graph) throws Exception {
    List<String> command =
        new ArrayList<>(List.of("ghdl", "--synth", "--std=08", "--workdir=" + folder));
    command.addAll(files(compiler.vhdl(), graph));
    command.addAll(List.of("-e", "net"));

    assertThat(output(command)).contains("entity net is").doesNotContain(":warning:", ":error:");
  }

  private List<String> files(Graph graph) {
    return files(compiler.verilog(), graph);
  }

  private List<String> files(HdlPass pass, Graph graph) {
    Design design = pass.lower("net", compiler.infer(graph));
    return design.write(folder.resolve("design")).stream().map(Path::toString).toList();
  }

  private String output(List<String> command) throws IOException, InterruptedException {
    Path output = folder.resolve("output.txt");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    boolean ended = process.waitFor(2, TimeUnit.MINUTES);
    process.destroyForcibly();
    String text = Files.readString(output);
    assertThat(ended).as(text).isTrue();
    assertThat(process.exitValue()).as(text).isZero();
    return text.lines().filter(line -> !line.isBlank()).collect(Collectors.joining("\n"));
  }
}
