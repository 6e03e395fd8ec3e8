package dev.backplane.cli.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.cli.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  @Test
  void shardsTogetherRunEachCaseOnce() throws IOException {
    String file = tests("", "");
    List<String> names = new ArrayList<>();
    List<String> words =
        new ArrayList<>(List.of("test", "merge", folder.resolve("all.xml").toString()));
    for (int i = 1; i <= 4; i++) {
      Path junit = folder.resolve("part-" + i + ".xml");
      Outcome outcome = Outcome.of("test", file, "--shard", i + "/4", "--junit", junit.toString());
      assertThat(outcome.code()).as(outcome.toString()).isZero();
      words.add(junit.toString());
      Outcome.of("test", file, "--shard", i + "/4", "--list").out().lines().forEach(names::add);
    }
    assertThat(names)
        .containsExactlyInAnyOrderElementsOf(
            Outcome.of("test", file, "--list").out().lines().toList());
    Outcome merged = Outcome.of(words.toArray(String[]::new));
    assertThat(merged.err()).isEmpty();
    assertThat(merged.code()).isZero();
    assertThat(merged.out())
        .isEqualTo(
            "passed 9, failed 0, errors 0, skipped 0 (suites 1, files 4) -> %s%n"
                .formatted(folder.resolve("all.xml")));
    assertThat(folder.resolve("all.xml")).content().contains("tests=\"9\" ");
  }

  @Test
  void filesAreDividedTogetherAndAShardMayBeEmpty() throws IOException {
    String file = tests("", "");
    Path other = Files.copy(Path.of(file), folder.resolve("other.toml"));
    String[] words = {"test", file, other.toString(), "--filter", "nothing*", "--seed", "0"};
    assertThat(Outcome.of(with(words, "--shard", "1/3", "--list")).out())
        .startsWith(file)
        .hasLineCount(1);
    assertThat(Outcome.of(with(words, "--shard", "2/3", "--list")).out())
        .startsWith(other.toString())
        .hasLineCount(1);
    Outcome empty = Outcome.of(with(words, "--shard", "3/3"));
    assertThat(empty.code()).isZero();
    assertThat(empty.out()).isEqualTo("0 passed, 0 failed\n");
    Outcome none = Outcome.of("test", file, "--filter", "x", "--shard", "3/3");
    assertThat(none.code()).isEqualTo(2);
    assertThat(none.err()).contains("no case was run");
  }

  private static String[] with(String[] words, String... more) {
    return Stream.concat(Stream.of(words), Stream.of(more)).toArray(String[]::new);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0/4", "5/4", "x"})
  void aShardThatThereIsNotIsRefused(String shard) {
    Outcome outcome = Outcome.of("test", "x", "--shard", shard);
    assertThat(outcome.code()).isEqualTo(2);
    assertThat(outcome.err()).contains("--shard: ", shard, " is no shard: ");
  }

  @Test
  void coverageOfShardsIsAdded() throws IOException {
    Path one = Files.writeString(folder.resolve("1.info"), "TN:\nSF:a.sv\nDA:1,2\nend_of_record\n");
    Path two = Files.writeString(folder.resolve("2.info"), "TN:\nSF:a.sv\nDA:1,3\nend_of_record\n");
    Path empty = Files.writeString(folder.resolve("3.info"), "");
    Path all = folder.resolve("all.info");
    Outcome outcome =
        Outcome.of(
            "test", "merge", all.toString(), one.toString(), two.toString(), empty.toString());
    assertThat(outcome.out())
        .isEqualTo("lines 1 of 1, branches 0 of 0 (files 3) -> %s%n".formatted(all));
    assertThat(all).content().contains("DA:1,5\n");
  }

  @Test
  void filesThatCannotBeMergedAreRefusedAndNothingIsWritten() throws IOException {
    Path out = folder.resolve("all");
    Path xml = Files.writeString(folder.resolve("1.xml"), "<testsuites/>");
    Path info = Files.writeString(folder.resolve("2.info"), "TN:\n");
    Path html = Files.writeString(folder.resolve("3.xml"), "<html/>");
    Path text = Files.writeString(folder.resolve("4.txt"), "9 passed");
    assertThat(merge(out, xml, html)).contains("3.xml: it is not JUnit XML: its root is <html>");
    assertThat(merge(out, xml, info))
        .contains("2.info: it is a tracefile of lcov, and ", "1.xml is JUnit XML");
    assertThat(merge(out, text)).contains("4.txt: it is neither JUnit XML nor a tracefile of lcov");
    assertThat(merge(out, xml, xml)).contains("1.xml: it is named twice");
    assertThat(merge(out, folder.resolve("none"))).contains("BP1013 FILE_UNREADABLE");
    assertThat(Outcome.of("test", "merge", out.toString()).code()).isEqualTo(2);
    assertThat(out).doesNotExist();
  }

  private static String merge(Path out, Path... files) {
    Outcome outcome =
        Outcome.of(
            with(
                new String[] {"test", "merge", out.toString()},
                Stream.of(files).map(Path::toString).toArray(String[]::new)));
    assertThat(outcome.code()).isEqualTo(2);
    return outcome.err();
  }

  @Test
  void casesThatAreThereTwiceAreTold() throws IOException {
    String suite = "<testsuite name='s'><testcase name='a'/></testsuite>";
    Path one = Files.writeString(folder.resolve("1.xml"), suite);
    Path two = Files.writeString(folder.resolve("2.xml"), suite);
    Outcome outcome =
        Outcome.of(
            "test", "merge", folder.resolve("all.xml").toString(), one.toString(), two.toString());
    assertThat(outcome.code()).isZero();
    assertThat(outcome.err())
        .isEqualTo("warning: 'a' of s is in %s and in %s; both are kept\n".formatted(one, two));
  }
}
