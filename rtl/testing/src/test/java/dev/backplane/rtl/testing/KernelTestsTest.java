package dev.backplane.rtl.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.engines.trace.WaveIndex;
import dev.backplane.rtl.frontends.TestVerilator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KernelTestsTest {
  private static final Duration LIMIT = Duration.ofMinutes(10);
  private static final Path VADD = Path.of("..", "..", "examples", "vadd").toAbsolutePath();

  @TempDir Path folder;

  private KernelTests read(String text) throws IOException {
    Path file = folder.resolve("some.test.toml");
    Files.writeString(file, text);
    return KernelTests.read(
        file, build -> build.frontEnd(TestVerilator.frontEnd()), _ -> {}, _ -> {});
  }

  private List<CaseResult> run(String text) throws IOException {
    return run(text, TestSelection.ALL, Optional.empty());
  }

  private List<CaseResult> run(String text, TestSelection selection, Optional<Path> waves)
      throws IOException {
    try (KernelTests tests = read(text)) {
      return tests.run(selection, 2, waves, LIMIT, _ -> {});
    }
  }

  private static String vadd(String cases) {
    return "seeds = 2\n[kernel]\nimage = '%s'\n%s".formatted(VADD.resolve("vadd.xclbin"), cases);
  }

  /** A case of vadd that is right but for what is replaced. */
  private static final String CASE =
      """
      [[case]]
      name = "one"
      max_cycles = 50_000
      [case.args]
      a = [1, 2, 3]
      b = [10, 20, 30]
      c = { count = 3 }
      n = 3
      [case.expect]
      c = [11, 22, 33]
      """;

  @Test
  void aCaseRunsWithEverySeedInTheOrderOfTheFile() throws IOException {
    List<CaseResult> results = run(vadd(CASE + CASE.replace("\"one\"", "\"two\"")));
    assertThat(results)
        .extracting(CaseResult::name)
        .containsExactly(
            "one [jvm, seed 0]", "one [jvm, seed 1]", "two [jvm, seed 0]", "two [jvm, seed 1]");
    assertThat(results).allMatch(result -> result.status() == CaseResult.Status.PASSED);
    assertThat(results.get(1).cycles()).isGreaterThan(results.get(0).cycles());
    assertThat(run(vadd(CASE)))
        .extracting(CaseResult::cycles)
        .containsExactly(results.get(0).cycles(), results.get(1).cycles());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "c = [11, 22, 33] | c = [11, 23, 34] | c[1] is 22 (0x00000016), expected 23 (0x00000017);"
            + " 2 of 3 elements differ",
        "c = [11, 22, 33] | c = { type = \"u8\", values = [23], first = 4 } |"
            + " c[4] is 22 (0x16), expected 23 (0x17); 1 of 1 element differs",
        "n = 3 | n = 4 | the kernel wrote past the end of c, 1 bytes behind its last one",
        "n = 3 | n = 5000 | read where no memory is",
        "max_cycles = 50_000 | max_cycles = 1\\nlatency = 6000 | The kernel is not done after",
        "c = [11, 22, 33] | a = [0] | a[0] is 1 (0x00000001), expected 0 (0x00000000)",
      })
  void aFailureSaysWhatIsWrong(String right, String wrong, String problem) throws IOException {
    String text = vadd(CASE.replace(right, wrong.replace("\\n", "\n")));
    assertThat(run(text))
        .hasSize(2)
        .allSatisfy(
            result -> {
              assertThat(result.status()).isEqualTo(CaseResult.Status.FAILED);
              assertThat(result.problem()).contains(problem);
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "n = 3 | m = 3 | :11: 'm' is no argument or stream of vadd; there are [a, b, c, n]",
        "n = 3 | | :7: 'args' of 'one' lacks 'n', an argument of vadd",
        "n = 3 | n = 0x1_0000_0000 | :11: 'n' is impossible: 4294967296 does not fit u32",
        "n = 3 | n = 3.5 | :11: 'n' is impossible: 3.5 is no whole number",
        "n = 3 | n = [3, 4] | :11: 'n' is an argument of one number",
        "b = [10, 20, 30] | b = ['x'] | :9: 'b' has something that is not a number: x",
        "b = [10, 20, 30] | b = 'there is none' | :9: 'b' names",
        "b = [10, 20, 30] | b = { } | :9: 'b' has no contents; give one of",
        "b = [10, 20, 30] | b = { fill = 3 } | :9: 'count' is missing",
        "b = [10, 20, 30] | b = { fill = 3, from = 2, count = 3 } | 'from' contradicts 'fill'",
        "b = [10, 20, 30] | b = { type = 'u31', fill = 3, count = 3 } | 'type' is none of [u8,",
        "b = [10, 20, 30] | b = { hex = '123' } | 'hex' is impossible",
        "b = [10, 20, 30] | b = { hex = '1234' } | 'hex' has 2 bytes, which are no whole elements",
        "b = [10, 20, 30] | b = { random = true, count = 3, min = 1 } | needs both 'min' and 'max'",
        "b = [10, 20, 30] | b = { count = 1_000_000_000 } | 'count' is 1000000000; 0 to 268435456",
        "c = [11, 22, 33] | c = [1, 2, 3, 4] | :13: 'c' expects 16 bytes of a buffer of 12",
        "c = [11, 22, 33] | c = { count = 3 } | :13: 'c' has no contents",
        "c = [11, 22, 33] | n = 3 | :13: 'n' is a number that the kernel only reads",
        "c = [11, 22, 33] | d = [3] | :13: 'd' is no argument or stream of vadd",
        "seeds = 2 | seeds = [] | :1: 'seeds' is empty",
        "seeds = 2 | seeds = -1 | :1: 'seeds' is neither a number from 1",
        "seeds = 2 | seeds = 'x' | :1: 'seeds' is neither a number from 1",
        "seeds = 2 | engines = ['fpga'] | :1: 'engines' has \"fpga\"; there are [jvm, verilator",
        "seeds = 2 | stall_percent = 91 | :1: 'stall_percent' is 91; 0 to 90 are possible",
        "seeds = 2 | sedes = 2 | :1: 'sedes' is no known field; there are [case, class_path",
        "seeds = 2 | warn_only = ['credits'] | :1: 'warn_only' 'credits' is no rule that can be a",
        "seeds = 2 | warn_only = 'last-beat' | 'warn_only'",
        "seeds = 2 | java = 'None.java' | :1: 'java' the Java code of the tests is not usable",
        "seeds = 2 | java = 'no.such.Type' | :1: 'java' the Java code of the tests is not usable",
        "seeds = 2 | java = 'java.lang.String' | is neither a KernelModel nor a KernelCheck",
        "name = \"one\" | | :4: 'name' is missing: every case needs one",
        "max_cycles = 50_000 | done = { at = 16 } | 'done' is for kernels without a control",
        "image = | picture = | 'picture' is no known field",
        "vadd.xclbin | vadd.sv | ",
        "image = | sources = ['a.sv']\\nimage = | does not go with 'sources'",
        "image = | name = 'other'\\nimage = | 'name' is no kernel that is there; there are [vadd]",
      })
  void aMistakeInTheFileIsToldWithItsPlace(String right, String wrong, String problem) {
    String text = vadd(CASE);
    assertThat(text).contains(right);
    String broken = text.replace(right, wrong == null ? "" : wrong.replace("\\n", "\n"));
    assertThatThrownBy(() -> read(broken).close())
        .isInstanceOf(RtlException.class)
        .hasMessageContaining(problem == null ? "" : problem);
  }

  @Test
  void twoCasesOfOneNameAreRefused() {
    assertThatThrownBy(() -> read(vadd(CASE + CASE)).close())
        .hasMessageContaining(":15: 'name' is that of an earlier case: one");
  }

  @Test
  void aModelInJavaComparesAllBuffersAndACheckLooksForItself() throws IOException {
    Files.writeString(
        folder.resolve("Sum.java"),
        """
        import dev.backplane.rtl.testing.*;
        public class Sum implements KernelModel, KernelCheck {
          public void compute(CaseArguments data) {
            for (int i = 0; i < data.number("n"); i++)
              data.buffer("c").putInt(4 * i, data.buffer("a").getInt(4 * i) + data.buffer("b").getInt(4 * i));
          }
          public void check(CaseArguments before, CaseArguments after) {
            if (before.buffer("c").getInt(0) == after.buffer("c").getInt(0))
              throw new AssertionError("nothing was written");
          }
        }
        """);
    String text = vadd("[[case]]" + CASE.substring(8).replaceAll("(?s)\\[case.expect].*", ""));
    String model = text.replace("seeds = 2", "java = 'Sum.java'\nruns = 2");
    assertThat(run(model)).extracting(CaseResult::problem).containsExactly("");
    assertThat(run(model.replace("n = 3", "n = 0")))
        .extracting(CaseResult::problem)
        .containsExactly("the check says: nothing was written");
    // The image's kernel adds; a model that does something else shows the first difference.
    Files.writeString(
        folder.resolve("Sum.java"),
        Files.readString(folder.resolve("Sum.java")).replace(") + data", ") - data"));
    assertThat(run(model).getFirst().problem())
        .startsWith("c[0] is 11 (0x0000000b), expected -9 (0xfffffff7); 3 of 3 elements differ");
  }

  @Test
  void javaThatDoesNotCompileIsToldWithItsLine() throws IOException {
    Files.writeString(folder.resolve("Bad.java"), "class Bad {\n int x = y;\n}\n");
    assertThatThrownBy(() -> read("java = 'Bad.java'\n" + vadd(CASE)).close())
        .isInstanceOfSatisfying(
            RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.DESCRIPTION_INVALID))
        .hasMessageContaining("Bad.java:2: cannot find symbol");
  }

  @Test
  void aFailureLeavesAWaveform() throws IOException {
    Path waves = folder.resolve("waves/here");
    String text =
        vadd(CASE.replace("c = [11, 22, 33]", "c = [0]") + CASE.replace("\"one\"", "\"two\""));
    List<CaseResult> results = run(text, TestSelection.ALL, Optional.of(waves));
    assertThat(results.get(0).waveform()).contains(waves.resolve("one-jvm-seed-0.fst"));
    assertThat(results.get(2).waveform()).isEmpty();
    assertThat(waves.resolve("one-jvm-seed-0.fst")).isNotEmptyFile();
    assertThat(waves.toFile().list()).hasSize(2);
    try (WaveIndex wave = WaveIndex.open(waves.resolve("one-jvm-seed-0.fst"), (_, _) -> {})) {
      assertThat(wave.fault()).hasValueSatisfying(why -> assertThat(why).contains("expected 0"));
      assertThat(wave.faultTime()).hasValue(wave.end());
    }
  }

  @Test
  void aSelectionTakesSomeCasesWithOtherSeeds() throws IOException {
    String text = vadd(CASE + CASE.replace("\"one\"", "\"two (2)\""));
    try (KernelTests tests = read(text)) {
      assertThat(tests.names(new TestSelection(List.of("t*)"), List.of(), List.of(7L))))
          .containsExactly("two (2) [jvm, seed 7]");
      assertThat(tests.names(new TestSelection(List.of("t"), List.of(), List.of()))).isEmpty();
    }
  }

  @Test
  void aTestThatDoesNotEndInTimeIsAnError() throws IOException {
    Files.writeString(
        folder.resolve("Slow.java"),
        """
        public class Slow implements dev.backplane.rtl.testing.KernelModel {
          public void compute(dev.backplane.rtl.testing.CaseArguments data) throws Exception {
            Thread.sleep(600_000);
          }
        }
        """);
    try (KernelTests tests = read("java = 'Slow.java'\n" + vadd(CASE))) {
      assertThat(tests.run(TestSelection.ALL, 1, Optional.empty(), Duration.ofMillis(20), _ -> {}))
          .hasSize(2)
          .allSatisfy(
              result -> {
                assertThat(result.status()).isEqualTo(CaseResult.Status.ERROR);
                assertThat(result.problem()).contains("it has not ended within PT0.02S");
              });
    }
  }

  @Test
  void packetsGoThroughAKernelWithStreams() throws IOException {
    String text =
        """
        seeds = 3
        [kernel]
        description = '%1$s/kernel.xml'
        sources = ['%1$s/../common/control.sv', '%1$s/stream_filter.sv']
        [[case]]
        name = "filter"
        [case.args]
        threshold = 10
        in = { type = "u32", values = [5, 10, 20, 9] }
        [case.expect]
        out = { type = "u32", values = [10, 20, 2] }
        """
            .formatted(Path.of("../corpus/src/corpus/stream_filter").toAbsolutePath().normalize());
    assertThat(run(text)).extracting(CaseResult::problem).containsExactly("", "", "");
    assertThat(run(text.replace("[10, 20, 2]", "[10, 21, 2]")).getFirst().problem())
        .isEqualTo(
            "out packet 0[1] is 20 (0x00000014), expected 21 (0x00000015); 1 of 3 elements differ");
    assertThat(run(text.replace("[10, 20, 2]", "[10, 20]")).getFirst().problem())
        .isEqualTo("out packet 0 has 12 bytes, expected 8");
    assertThat(
            run(text.replace("out = {", "out = [{ type = 'u32', values = [10, 20, 2] }, {")
                    .replace("values = [10, 20, 2] }\n", "values = [7] }]\n"))
                .getFirst()
                .problem())
        .isEqualTo("out sent 1 packets, expected 2");
    assertThatThrownBy(() -> run(text.replace("in = {", "out = {")))
        .hasMessageContaining("'out' is a stream that the kernel sends");
  }

  @Test
  void aKernelWithoutAStartGetsItsPacketsAndIsDoneWhenItHasSentThem() throws IOException {
    Files.writeString(
        folder.resolve("kernel.toml"),
        """
        name = "scale"
        protocol = "ap_ctrl_none"
        ports = [{ name = "in", kind = "stream_in", width = 32 }, { name = "out", kind = "stream_out", width = 32 }]
        """);
    String text =
        """
        seeds = 2
        [kernel]
        description = 'kernel.toml'
        sources = ['%s']
        [[case]]
        name = "three packets"
        args.in = [{ type = "i32", values = [1, 2] }, { type = "i32", values = [-1] }]
        expect.out = [{ type = "i32", values = [4, 7] }, { type = "i32", values = [-2] }]
        """
            .formatted(resource("scale.v"));
    assertThat(run(text)).extracting(CaseResult::problem).containsExactly("", "");
  }

  @ParameterizedTest
  @CsvSource({"ap_ctrl_hs", "ap_ctrl_chain", "user_managed"})
  void everyControlProtocolRuns(String protocol) throws IOException {
    Files.writeString(
        folder.resolve("kernel.toml"),
        """
        name = "chained"
        protocol = "%s"
        ports = [{ name = "s_axi_control", kind = "slave", width = 32 }]
        args = [{ name = "n", offset = 0x10 }, { name = "x", offset = 0x14 }]
        """
            .formatted(protocol));
    String control =
        protocol.equals("user_managed")
            ? "start = [{ at = 0, value = 1 }]\ndone = { at = 0, mask = 2, value = 2 }\n"
            : "";
    String text =
        """
        [kernel]
        description = 'kernel.toml'
        top = "chained"
        sources = ['%s', '%s']
        [[case]]
        name = "sum"
        %s
        args = { n = 3, x = 5 }
        expect_registers = [{ at = 0x80, value = 5 }]
        """
            .formatted(resource("kernel_control.v"), resource("chained.v"), control);
    assertThat(run(text)).extracting(CaseResult::problem).containsExactly("");
    assertThat(run(text.replace("value = 5 }]", "value = 6 }]")).getFirst().problem())
        .isEqualTo("register 0x80 is 0x00000005, expected 0x00000006");
  }

  private static String resource(String name) {
    return Path.of("../harness/src/test/resources/dev/backplane/rtl/harness/axi", name)
        .toAbsolutePath()
        .normalize()
        .toString();
  }

  @Test
  void resultsAreWrittenAsJUnitXml() {
    CaseResult passed =
        new CaseResult(
            "a <b> [jvm, seed 0]",
            "a <b>",
            "jvm",
            0,
            4,
            CaseResult.Status.PASSED,
            "",
            100,
            1_500_000_000,
            new ArrayList<>(),
            Optional.empty());
    CaseResult failed =
        new CaseResult(
            "c [jvm, seed 1]",
            "c",
            "jvm",
            1,
            9,
            CaseResult.Status.FAILED,
            "first\u0001\nsecond",
            7,
            0,
            List.of("careful"),
            Optional.of(Path.of("waves", "c.fst")));
    assertThat(JUnitXml.write(Map.of(Path.of("k.toml"), List.of(passed, failed))))
        .isEqualTo(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites tests="2" failures="1" errors="0" time="1.500">
              <testsuite name="k.toml" tests="2" failures="1" errors="0" time="1.500" skipped="0">
                <testcase classname="k.toml" name="a &lt;b&gt; [jvm, seed 0]" file="k.toml" line="4" time="1.500">
                  <properties>
                    <property name="engine" value="jvm"/>
                    <property name="seed" value="0"/>
                    <property name="cycles" value="100"/>
                  </properties>
                </testcase>
                <testcase classname="k.toml" name="c [jvm, seed 1]" file="k.toml" line="9" time="0.000">
                  <properties>
                    <property name="engine" value="jvm"/>
                    <property name="seed" value="1"/>
                    <property name="cycles" value="7"/>
                    <property name="attachment" value="waves/c.fst"/>
                  </properties>
                  <failure message="first?" type="failure">first?
            second</failure>
                  <system-out>careful
            [[ATTACHMENT|waves/c.fst]]
            </system-out>
                </testcase>
              </testsuite>
            </testsuites>
            """);
  }
}
