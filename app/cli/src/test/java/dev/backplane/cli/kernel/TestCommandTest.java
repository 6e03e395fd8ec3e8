package dev.backplane.cli.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.cli.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestCommandTest {
  @TempDir Path folder;

  /** The shipped tests of vadd, on the shipped image, which needs no tool. */
  private String tests(String from, String to) throws IOException {
    Path example = Path.of(Outcome.example("vadd"));
    Files.copy(example.resolve("VaddModel.java"), folder.resolve("VaddModel.java"));
    Path file = folder.resolve("vadd.test.toml");
    String text =
        Files.readString(example.resolve("vadd.test.toml"))
            .replaceAll(
                "(?s)\\[kernel].*?\\n\\n",
                "[kernel]\nimage = '%s'\n\n"
                    .formatted(example.resolve("vadd.xclbin").toAbsolutePath()));
    assertThat(text).contains(from);
    Files.writeString(file, text.replace(from, to));
    return file.toString();
  }

  @Test
  void everyCaseIsOneLineAndTheSumIsLast() throws IOException {
    Outcome outcome = Outcome.of("test", tests("", ""));
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.code()).isZero();
    assertThat(outcome.out().lines())
        .hasSize(10)
        .first()
        .asString()
        .matches("ok      four numbers \\[jvm, seed 0]  \\([0-9 ]+ cycles, .*\\)");
    assertThat(outcome.out()).endsWith("9 passed, 0 failed\n");
  }

  @Test
  void aFailureIsShownAndWrittenWithItsWaveform() throws IOException {
    Path junit = folder.resolve("results.xml");
    Outcome outcome =
        Outcome.of("test", "-q", tests("11, 22, 33", "11, 20, 33"), "--junit", junit.toString());
    assertThat(outcome.code()).isEqualTo(1);
    assertThat(outcome.out())
        .contains("FAILED  four numbers [jvm, seed 2]")
        .contains("vadd.test.toml:9\n        c[1] is 22 (0x00000016), expected 20 (0x00000014);")
        .contains("waveform: " + folder.resolve("results-waves/four-numbers-jvm-seed-2.fst"))
        .doesNotContain("ok  ")
        .endsWith("6 passed, 3 failed\n");
    Path wave = folder.resolve("results-waves/four-numbers-jvm-seed-2.fst");
    assertThat(Files.readString(junit))
        .contains("tests=\"9\" failures=\"3\" errors=\"0\"")
        .contains("[[ATTACHMENT|" + wave + "]]");
    assertThat(Outcome.of("wave", wave.toString(), "--length", "8").out())
        .contains("m_axi_gmem_arvalid");
  }

  @Test
  void casesAreListedAndChosen() throws IOException {
    String file = tests("", "");
    assertThat(Outcome.of("test", file, "--list", "--filter", "n*", "--seed", "4,9").out())
        .isEqualTo(
            "%1$s: nothing to do [jvm, seed 4]%n%1$s: nothing to do [jvm, seed 9]%n"
                .formatted(file));
    Outcome json = Outcome.of("test", file, "--json", "--filter", "nothing to do", "--jobs", "1");
    assertThat(json.out())
        .startsWith("{\"passed\":3,\"failed\":0,\"cases\":[{\"file\":")
        .contains("\"case\":\"nothing to do\"")
        .hasLineCount(1);
    Outcome none = Outcome.of("test", file, "--filter", "x");
    assertThat(none.code()).isEqualTo(2);
    assertThat(none.err()).contains("no case was run");
  }

  @Test
  void aFileThatIsWrongTakesNothingFromTheOthers() throws IOException {
    Path broken = Files.writeString(folder.resolve("broken.toml"), "[kernel\n");
    Path none = folder.resolve("none.toml");
    Path junit = folder.resolve("new/folder/results.xml");
    Outcome outcome =
        Outcome.of(
            "test",
            broken.toString(),
            tests("", ""),
            none.toString(),
            "--seed",
            "0",
            "--junit",
            junit.toString());
    assertThat(outcome.code()).isEqualTo(2);
    assertThat(outcome.out()).contains("ok  ").contains(" passed, 2 failed\n");
    assertThat(outcome.err()).contains("broken.toml", "none.toml").hasLineCount(2);
    assertThat(junit)
        .content()
        .contains("errors=\"2\"", "<error message=", "four numbers", "broken.toml");
  }

  @Test
  void mistakesAreMistakesOfTheCaller() throws IOException {
    Outcome field = Outcome.of("test", tests("n = 4", "m = 4"));
    assertThat(field.code()).isEqualTo(2);
    assertThat(field.err())
        .startsWith("backplane: BP1001 INVALID_ARGUMENT: test: ")
        .contains("vadd.test.toml:15: 'm' is no argument or stream of vadd");
    assertThat(Outcome.of("test", folder.resolve("none").toString()).code()).isEqualTo(2);
    assertThat(Outcome.of("test").code()).isEqualTo(2);
    Outcome engine = Outcome.of("test", folder.resolve("x").toString(), "--engine", "fpga");
    assertThat(engine.code()).isEqualTo(2);
    assertThat(engine.err()).contains("there is no engine 'fpga', only jvm, verilator");
    assertThat(Outcome.of("test", "x", "--jobs", "0").err()).contains("--jobs 0 is less than 1");
    assertThat(Outcome.of("test", "x", "--seed", "-1").err()).contains("a seed is negative");
  }
}
