package dev.backplane.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.cli.command.Console;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Interruption;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class CommandLineTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "demo",
        "run",
        "wave",
        "build",
        "compile",
        "simulate",
        "components",
        "list",
        "info",
        "plugins",
        "doctor",
        "examine",
        "validate",
        "reset",
        "clock",
        "program",
        "top"
      })
  void everyCommandHasAHelpText(String command) {
    Outcome outcome = Outcome.of(command, "--help");
    assertThat(outcome.code()).isZero();
    assertThat(outcome.out()).contains("Usage: backplane " + command).contains("--config=FILE");
    assertThat(outcome.err()).isEmpty();
  }

  @Test
  void aCommandIsFoundByTheNameThatItsHelpShows() {
    assertThat(tree().getSubcommands().keySet()).containsAll(CommandTree.names());
    for (String name : CommandTree.names()) {
      if (CommandTree.TELL_OF_OTHERS.contains(name)) {
        continue; // It has the others.
      }
      assertThat(tree(name).getSubcommands()).containsKey(name);
      assertThat(tree(name).getSubcommands().values())
          .as("one command, by whichever of its names")
          .extracting(CommandLine::getCommandName)
          .containsOnly(name);
    }
  }

  @Test
  void helpShowsWhatTheOptionShows() {
    assertThat(Outcome.of("help", "image", "sign").out())
        .isEqualTo(Outcome.of("image", "sign", "--help").out())
        .contains("Usage: backplane image sign");
    assertThat(Outcome.of("help").out()).isEqualTo(Outcome.of("--help").out());
    Outcome none = Outcome.of("help", "image", "paint");
    assertThat(none.code()).isEqualTo(2);
    assertThat(none.err()).contains("there is no command 'paint' of 'backplane image'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "clock fast | 'backplane clock' does not take 'fast' here, it takes MHZ (a number)",
        "list one two | 'backplane list' does not take 'two' here, it takes SELECTOR",
        "doctor x | 'backplane doctor' does not take 'x' here, only options",
        "image paint | there is no command 'paint' of 'backplane image'",
        "list --trace=99 | '99' is no trace level",
        "list --trace=-7 | '-7' is no trace level",
        "run x.xclbin --kernel k --wave a.png | its name ends in none of .vcd, .fst",
        "run x.xclbin --kernel k --wave a.svg | its name ends in none of .vcd, .fst",
        "wave x.vcd -o a.gif | its name ends in none of .vcd, .fst, .svg"
      })
  void aWordTooManyAndAValueWithoutMeaningAreTold(String line, String said) {
    Outcome outcome = Outcome.of(line.split(" ", -1));
    assertThat(outcome.code()).isEqualTo(2);
    assertThat(outcome.err()).startsWith("backplane: ").contains(said);
  }

  @Test
  void onlyTheCommandThatIsNamedIsMade() {
    assertThat(tree("image", "info").getSubcommands()).containsOnlyKeys("image");
    assertThat(tree("--help").getSubcommands()).containsKeys("demo", "doctor");
  }

  private static CommandLine tree(String... arguments) {
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    return CommandTree.of(new Console(nowhere, nowhere), new Interruption(), arguments);
  }

  @Test
  void theVersionIsThatOfTheBuild() {
    assertThat(Outcome.of("--version").out())
        .matches("(?s)backplane \\d+\\.\\d+\\.\\d+, Java 25.*");
  }

  @Test
  void theVersionOfADownloadSaysItsCommitAndItsPlace(@TempDir Path folder)
      throws IOException, InterruptedException {
    Files.writeString(folder.resolve("commit"), "0123456789ab\n");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home", ""), "bin", "java").toString(),
                "-Dbackplane.home=/a place",
                "-Dbackplane.distribution=" + folder,
                "-cp",
                System.getProperty("backplane.test.classpath", ""),
                "dev.backplane.cli.Main",
                "--version")
            .redirectErrorStream(true)
            .start();
    try (InputStream output = process.getInputStream()) {
      assertThat(new String(output.readAllBytes(), StandardCharsets.UTF_8))
          .matches("backplane \\S+, Java 25\\S*, commit 0123456789ab, in /a place\\R");
    }
  }

  /** No parser, no lambda, no cache: scripts ask often. */
  @ParameterizedTest
  @ValueSource(strings = {"-V", "--version"})
  void theVersionNeedsTwoClasses(String option) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home", ""), "bin", "java").toString(),
                "-Xlog:class+load:stdout:none",
                "-Dbackplane.home=" + System.getProperty("backplane.home", ""),
                "-cp",
                System.getProperty("backplane.test.classpath", ""),
                "dev.backplane.cli.Main",
                option)
            .redirectErrorStream(true)
            .start();
    try (InputStream output = process.getInputStream()) {
      List<String> lines =
          new String(output.readAllBytes(), StandardCharsets.UTF_8)
              .lines()
              .filter(line -> !line.matches("(java|jdk|sun)\\..* source: .*"))
              .map(line -> line.replaceFirst(" source: .*", ""))
              .toList();
      assertThat(lines)
          .containsExactly(
              "dev.backplane.cli.Main",
              "dev.backplane.cli.command.Versions",
              Outcome.of(option).out().strip());
    }
    assertThat(process.waitFor()).isZero();
  }

  @Test
  void noCommandAtAllIsAMistakeThatNamesTheCommands() {
    Outcome outcome = Outcome.of();
    assertThat(outcome.code()).isEqualTo(2);
    assertThat(outcome.err()).contains("demo").contains("doctor");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nonsense",
        "list --nonsense",
        "run",
        "run x.xclbin",
        "run x.xclbin --kernel k --timeout never",
        "run x.xclbin --kernel k --arg a",
        "build x.sv",
        "info a b"
      })
  void aWrongCommandLineIsAnsweredWithTwo(String line) {
    Outcome outcome = Outcome.of(line.split(" "));
    assertThat(outcome.code()).isEqualTo(2);
    assertThat(outcome.err()).startsWith("backplane: ");
    assertThat(outcome.out()).isEmpty();
  }

  @Test
  void outputThatCannotBeWrittenIsAFailure() throws IOException {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full), "this system has no /dev/full");
    StringWriter err = new StringWriter();
    try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(full))) {
      int code =
          Main.run(new Console(out, new PrintWriter(err, true)), new Interruption(), "plugins");
      assertThat(code).isEqualTo(ExitCode.FAILED);
    }
    assertThat(err.toString()).contains("could not be written");
  }

  @Test
  void devicesAreListed() {
    Outcome outcome = Outcome.of("list");
    assertThat(outcome.code()).isZero();
    assertThat(outcome.out()).contains("null/null0").contains("softcard/card0");
  }

  @Test
  void aSelectorPicksDevices() {
    assertThat(Outcome.of("list", "type=fpga").out())
        .contains("softcard/card0")
        .doesNotContain("null0");
    assertThat(Outcome.of("list", "null/null0").out())
        .contains("null0")
        .doesNotContain("softcard/card0");
  }

  @Test
  void theSelectorOfADeviceIsPrintedAndUnderstood() {
    assertThat(Outcome.of("list").out()).containsPattern("softcard/card0 +softcard:0 ");
    assertThat(Outcome.of("list", "softcard:0").out())
        .contains("softcard/card0")
        .doesNotContain("null0");
    assertThat(Outcome.of("info", "*:fpga").out()).contains("softcard/card0");
    assertThat(Outcome.of("list", "--json").out()).contains("\"selector\":\"softcard:0\"");
  }

  @Test
  void aMistakeInASelectorIsMarkedBelowTheMessage() {
    Outcome outcome = Outcome.of("list", "softcard:0;null:1x");
    assertThat(outcome.code()).isEqualTo(2);
    assertThat(outcome.err())
        .contains("column 17: '1x' is neither a number")
        .endsWith("\n  softcard:0;null:1x\n                  ^^\n");
  }

  @Test
  void aSelectorThatChoosesNothingSaysSo() {
    Outcome outcome = Outcome.of("list", "softcard:*;!*:fpga");
    assertThat(outcome.code()).isZero();
    assertThat(outcome.err())
        .contains("chooses no device: 'softcard:*' chooses 1, '!*:fpga' discards 1");
  }

  @Test
  void programsGetJson() {
    assertThat(Outcome.of("list", "--json").out())
        .startsWith("{\"devices\":[{\"id\":\"")
        .contains("\"id\":\"softcard/card0\"");
    assertThat(Outcome.of("plugins", "--json").out()).contains("\"state\":\"ready\"");
  }

  @Test
  void infoTellsProgramsTheSame() {
    assertThat(Outcome.of("info", "softcard/card0", "--json").out())
        .startsWith("{\"id\":\"softcard/card0\",\"name\":\"")
        .contains(
            "\"opened\":{\"facets\":[\"", "\"banks\":[{\"index\":0,", "\"health\":\"healthy\"")
        .hasLineCount(1);
    assertThat(Outcome.of("info", "--json").out())
        .startsWith("{\"searched\":[\"")
        .contains("\"devices\":[{\"id\":\"")
        .hasLineCount(1);
    String image = Outcome.example("vadd/vadd.xclbin");
    assertThat(Outcome.of("info", image, "--json").out())
        .isEqualTo(Outcome.of("image", "inspect", image, "--json").out())
        .startsWith("{\"file\":");
    assertThat(Outcome.of("info", image).out())
        .isEqualTo(Outcome.of("image", "inspect", image).out());
  }

  @Test
  void pluginsTellWhereTheyComeFrom() {
    assertThat(Outcome.of("plugins").out())
        .contains("softcard")
        .contains("ready")
        .contains("configuration: ");
  }

  @Test
  void aDeviceTellsWhatItCan() {
    Outcome outcome = Outcome.of("info", "softcard/card0");
    assertThat(outcome.out()).contains("facets").contains("Images").contains("healthy");
  }

  @Test
  void anImageTellsWhatIsInIt() {
    Outcome outcome = Outcome.of("info", Outcome.example("vadd/vadd.xclbin"));
    assertThat(outcome.out())
        .contains("EMBEDDED_METADATA")
        .contains("kernel vadd: 1 compute unit, ap_ctrl_hs")
        .contains("m_axi_gmem")
        .contains("A software card runs vadd as a netlist");
  }

  @Test
  void aGreenBitstreamTellsItsMetadataAndWhatItBrings() {
    Outcome outcome = Outcome.of("info", Outcome.example("hello-afu/hello_afu.gbs"));
    assertThat(outcome.out())
        .contains("5f1c0b7e-9d24-4a86-8d3e-62f4a9175cb0")
        .contains("300 and 150 MHz")
        .contains("A software card runs hello_afu as a netlist");
    Outcome json =
        Outcome.of("image", "inspect", "--json", Outcome.example("hello-afu/hello_afu.gbs"));
    assertThat(json.out()).contains("\"name\":\"hello_afu\"", "488605312");
  }

  @Test
  void theConfigurationTellsWhereItWasLookedFor() {
    assertThat(Outcome.of("info").out()).contains("BACKPLANE_CONFIG").contains("built in");
  }

  @Test
  void aDeviceThatIsNotThereIsAMistakeOfTheCaller() {
    Outcome outcome = Outcome.of("info", "softcard/none");
    assertThat(outcome.code()).isEqualTo(2);
    assertThat(outcome.err()).startsWith("backplane: BP1004 NO_SUCH_DEVICE").hasLineCount(1);
  }

  @Test
  void aConfigurationThatIsNotThereIsAMistakeOfTheCaller() {
    Outcome outcome = Outcome.of("list", "--config", "missing.json");
    assertThat(outcome.code()).isEqualTo(2);
    assertThat(outcome.err()).contains("BP2001").contains("missing.json").hasLineCount(1);
  }

  @Test
  void aConfigurationIsUsed(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("site.json");
    Files.writeString(file, "{\"plugins\": [{\"module\": \"null\", \"name\": \"empty\"}]}");
    Outcome outcome = Outcome.of("list", "--config", file.toString());
    assertThat(outcome.out()).contains("empty/null0").doesNotContain("softcard");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "not an image", "xclbin2\0 and no more"})
  void aFileThatIsNoImageIsRefusedInOneLine(String content, @TempDir Path folder)
      throws IOException {
    Path file = folder.resolve("broken.xclbin");
    Files.writeString(file, content);
    for (List<String> line :
        List.of(
            List.of("info", file.toString()),
            List.of("run", file.toString(), "--kernel", "vadd", "--device", "softcard/card0"))) {
      Outcome outcome = Outcome.of(line.toArray(String[]::new));
      assertThat(outcome.code()).isEqualTo(1);
      assertThat(outcome.err()).startsWith("backplane: ").hasLineCount(1);
    }
  }

  @Test
  void theStackIsShownOnRequestOnly() {
    assertThat(Outcome.of("info", "softcard/none", "--verbose").err())
        .contains("\tat dev.backplane.");
  }

  @Test
  void theDoctorLooksAtToolsAndSaysWhatTheyGive() {
    Outcome outcome = Outcome.of("doctor");
    assertThat(outcome.code()).isZero();
    assertThat(outcome.out())
        .contains("JDK")
        .contains("yosys")
        .contains("backplane build")
        .contains("BACKPLANE_CONFIG")
        .containsPattern("ok +softcard +ready +softcard/card0");
    Outcome broken = Outcome.of("doctor", "--config", "missing.json");
    assertThat(broken.code()).isZero();
    assertThat(broken.out()).contains("BP2001");
  }

  @Test
  void theDoctorSaysWhichPluginsHaveNoDeviceAndWhy(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("site.json");
    Files.writeString(
        file,
        """
        {"plugins": [
          {"module": "opencl", "name": "cl",
           "config": {"icd_folder": "%s", "libraries": ["%s"]}},
          {"module": "null", "name": "here"},
          {"module": "softcard", "name": "bad", "config": {"nonsense": 1}}]}
        """
            .formatted(folder, file));
    Outcome outcome = Outcome.of("doctor", "--config", file.toString());
    assertThat(outcome.out())
        .containsPattern("-- +cl +ready +no device +\\S.*" + file)
        .containsPattern("ok +here +ready +here/null0")
        .containsPattern("-- +bad +quarantined +no device +BP2\\d{3}.*nonsense");
  }
}
