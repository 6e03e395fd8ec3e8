package dev.backplane.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.compiler.hdl.Design;
import dev.backplane.compiler.hdl.HdlPass;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that lint and synthesis have no remarks on generated designs. */
class ToolChecksTest {
  @TempDir Path folder;

  private final Compiler compiler = Compiler.load();

  static List<Example> examples() {
    return Example.all();
  }

  @ParameterizedTest
  @MethodSource("examples")
  @EnabledIf("dev.backplane.compiler.Tools#haveVerilator")
  void verilatorWarnsOfNothing(Example example) throws Exception {
    List<String> command =
        new ArrayList<>(List.of("verilator", "--lint-only", "-Wall", "--top-module", "net"));
    command.addAll(files(compiler.verilog(), example));

    // Newer versions report what they have read and how long it took.
    assertThat(output(command).lines().filter(line -> !line.startsWith("- "))).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("examples")
  @EnabledIf("dev.backplane.compiler.Tools#haveYosys")
  void yosysSynthesizesWithoutLatchesAndProblems(Example example) throws Exception {
    String files = String.join(" ", files(compiler.verilog(), example));
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
  @MethodSource("examples")
  @EnabledIf("dev.backplane.compiler.Tools#haveGhdl")
  void ghdlSynthesizesWithoutLatchesInTheLanguagesOf1993And2008(Example example) throws Exception {
    List<String> files = files(compiler.vhdl(), example);
    for (String language : List.of("--std=93", "--std=08")) {
      List<String> command =
          new ArrayList<>(
              List.of("ghdl", "--synth", language, "--out=none", "--workdir=" + folder));
      command.addAll(files);
      command.addAll(List.of("-e", "net"));

      assertThat(output(command)).as(language).doesNotContain(":warning:", ":error:");
    }
  }

  private List<String> files(HdlPass pass, Example example) {
    Design design = pass.lower("net", compiler.infer(example.graph()));
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
