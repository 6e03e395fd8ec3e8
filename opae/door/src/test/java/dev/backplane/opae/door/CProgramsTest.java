package dev.backplane.opae.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.opae.clib.OpaeCLibrary;
import dev.backplane.opae.door.CProgram.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What C programs get from the library. Each says on its output what was not as it should be. */
class CProgramsTest {
  @TempDir private Path folder;

  private CProgram program(String name) throws IOException, InterruptedException {
    return CProgram.compile(name, folder);
  }

  private static void assertWorks(Outcome outcome) {
    assertThat(outcome.out()).as(outcome.err()).isEmpty();
    assertThat(outcome.status()).as(outcome.err()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"resources", "functions", "helpers", "misuse", "threads", "forks", "signals"})
  void aProgramGetsWhatOpaeWouldGiveIt(String name) throws Exception {
    assertWorks(program(name).run());
  }

  /** In Java, and in RTL on the card's engine: a program sees no difference. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "loopback;{}",
        "loopback;{\"image\": \"EXAMPLES/nlb0/nlb0.gbs\"}",
        "loopback;{\"image\": \"EXAMPLES/nlb0-axi/nlb0_axi.gbs\"}",
        "preallocated;{}",
        "preallocated;{\"image\": \"EXAMPLES/nlb0/nlb0.gbs\"}",
        "preallocated;{\"image\": \"EXAMPLES/nlb0-axi/nlb0_axi.gbs\"}",
        "counted;{\"image\": \"BELLS/bell_ccip.gbs\"}",
        "counted;{\"image\": \"BELLS/bell_axi.gbs\"}"
      })
  void aProgramWorksWithTheSoftwareCard(String name, String card) throws Exception {
    assertWorks(program(name).with("BACKPLANE_CONFIG", withCard(card)).run());
  }

  /** The program's own folder is another one. */
  @Test
  void anImageLiesBesideTheConfiguration() throws Exception {
    Path site = Files.createDirectory(folder.resolve("site"));
    Files.copy(Path.of("../../examples/nlb0/nlb0.gbs"), site.resolve("own.gbs"));
    Path configuration = site.resolve("card.json");
    Files.writeString(
        configuration,
        """
        {"plugins": [{"module": "opaecard", "config": {"cards": [{"image": "own.gbs"}]}}]}
        """);
    assertWorks(program("loopback").with("BACKPLANE_CONFIG", configuration.toString()).run());
  }

  private String withCard(String card) throws IOException {
    Path examples = Path.of("../../examples").toAbsolutePath().normalize();
    Path bells = Path.of("../../opae/card/src/test/rtl").toAbsolutePath().normalize();
    return Files.writeString(
            folder.resolve("card.json"),
            "{\"plugins\": [{\"module\": \"opaecard\", \"config\": {\"cards\": [%s]}}]}"
                .formatted(
                    card.replace("EXAMPLES", examples.toString())
                        .replace("BELLS", bells.toString())))
        .toString();
  }

  @Test
  void aNativePluginIsCalledWithWhatTheProgramPasses() throws Exception {
    CProgram program = program("native");
    Path plugin = CProgram.compilePlugin("plugin", folder);
    program
        .with("BACKPLANE_CONFIG", program.configuration("testnative").toString())
        .with("BACKPLANE_JVM_OPTIONS", "-Dtest.plugin=" + plugin);
    assertWorks(program.run());
  }

  /** There can be one JVM in a process. */
  @Test
  void theLibraryJoinsTheJvmOfAProcess() throws Exception {
    Path library = OpaeCLibrary.file().orElseThrow();
    Outcome outcome = CProgram.runJava(JoiningProgram.class, folder, library);
    assertThat(outcome.out()).as(outcome.err()).isEqualTo("0 3\n0 3\n");
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.status()).isEqualTo(4);
  }

  /** The program would say so if it needed Java: there is none. */
  @Test
  void propertiesNeedNoJava() throws Exception {
    CProgram program =
        program("accessors")
            .with("BACKPLANE_RUNTIME", "/nowhere")
            .without("JAVA_HOME")
            .without("BACKPLANE_CLASS_PATH");
    assertWorks(program.run());
  }

  @Test
  void whereThereIsNoJavaCallsSaySo() throws Exception {
    Outcome outcome = program("without").with("BACKPLANE_RUNTIME", "/nowhere").run();
    assertWorks(outcome);
    assertThat(outcome.err()).containsOnlyOnce("BACKPLANE_RUNTIME names /nowhere");
  }

  @Test
  void aPluginThatIsRequiredAndMissingIsNamed() throws Exception {
    Path configuration = folder.resolve("required.json");
    Files.writeString(
        configuration,
        """
        {"plugins": [{"module": "nosuchplugin", "load_policy": {"required": true}}]}
        """);
    Outcome outcome = program("missing").with("BACKPLANE_CONFIG", configuration.toString()).run();
    assertWorks(outcome);
    assertThat(outcome.err()).contains("UNKNOWN_MODULE", "nosuchplugin");
  }

  @Test
  void aClassPathWithoutTheLibraryIsNamed() throws Exception {
    Outcome outcome = program("without").with("BACKPLANE_CLASS_PATH", "/nowhere").run();
    assertWorks(outcome);
    assertThat(outcome.err()).contains("does not have the class dev/backplane/opae/door/CEntry");
  }

  @Test
  void aProgramThatMisusesNothingLeavesNothingOnStderr() throws Exception {
    Outcome outcome = program("exits").run("finalized");
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.status()).isEqualTo(5);
  }

  @ParameterizedTest
  @CsvSource({
    "returned, 5",
    "_exit, 5",
    "calling, 5",
    "thread, 5",
    "atexit, 5",
    "elsewhere, 5",
    "killed, 143"
  })
  void aProgramEndsAsItWouldWithoutTheLibrary(String how, int status) throws Exception {
    Outcome outcome = program("exits").run(how);
    assertThat(outcome.status()).as(outcome.out() + outcome.err()).isEqualTo(status);
    assertThat(outcome.out()).isEqualTo(how.equals("atexit") ? "at exit\n" : "");
  }

  /** Its own, and of what the library does with its wrong pointers: with the signal, no report. */
  @Test
  void aFaultEndsAProgramWithTheSignalOfTheFault() throws Exception {
    Outcome outcome = program("faults").run();
    assertWorks(outcome);
    assertThat(outcome.err()).isEmpty();
  }

  @Test
  @Tag("nightly")
  void everyFaultInEveryThreadDoesSo() throws Exception {
    assertWorks(program("faults").run("all"));
  }

  /** Whatever it was interrupted in. */
  @RepeatedTest(8)
  void aHandlerOfASignalMayEndTheProgram() throws Exception {
    Outcome outcome = program("exits").run("handler");
    assertThat(outcome.status()).as(outcome.out() + outcome.err()).isEqualTo(5);
  }

  /** Its card says so in a file; what a process leaves to the system would not be written. */
  @Test
  void closesAtExitWhatTheProgramLeftOpen() throws Exception {
    Path closed = folder.resolve("closed");
    CProgram program =
        program("exits").with("BACKPLANE_JVM_OPTIONS", "-Dtestcard.closed=" + closed);
    assertThat(program.run("_exit").status()).isEqualTo(5);
    assertThat(closed).doesNotExist();
    assertThat(program.run("thread").status()).isEqualTo(5);
    assertThat(closed).hasContent("closed");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theLibraryIsInitialisedByTheFirstSearchOrByTheProgram(boolean isExplicit) throws Exception {
    CProgram program = program("lifecycle");
    if (isExplicit) {
      program.with("OPAE_EXPLICIT_INITIALIZE", "1").without("BACKPLANE_CONFIG");
    }
    assertWorks(program.run(program.configuration(), folder.resolve("nothing.json")));
  }

  @Test
  void theVariableOfOpaeNamesAConfigurationToo() throws Exception {
    CProgram program = program("resources").without("BACKPLANE_CONFIG");
    program.with("LIBOPAE_CFGFILE", program.configuration().toString());
    assertWorks(program.run());
  }

  /** No machine has the card of the first file, and the second one is not whole. */
  @Test
  void aConfigurationOfOpaesFormIsUsed() throws Exception {
    Path opae = folder.resolve("opae.cfg");
    Files.writeString(
        opae,
        """
        {"configs": ["card"],
         "configurations": {"card": {
           "enabled": true,
           "devices": [{"name": "pf", "id": ["0", "0", "0", "0"]}],
           "opae": {"plugin": [
             {"enabled": true, "module": "libx.so", "devices": ["pf"], "configuration": {}}]}}}}
        """);
    Path wrong = folder.resolve("wrong.cfg");
    Files.writeString(wrong, "{\"configs\": [\"card\"], \"configurations\": {}}");
    CProgram program = program("opaecfg");
    assertWorks(program.with("LIBOPAE_CFGFILE", opae.toString()).run(opae, wrong));
  }

  @Test
  void pluginsAreToldOpaesConfiguration() throws Exception {
    Path small = Files.writeString(folder.toRealPath().resolve("small.cfg"), "{}");
    Path large = Files.writeString(folder.resolve("large.cfg"), " ".repeat(40_000));
    CProgram program =
        program("configuration").with("LIBOPAE_LOG", "1").with("LIBOPAE_LOGFILE", "opae.log");
    assertWorks(program.run(small, large));
    assertThat(folder.resolve("opae.log")).content().isEqualTo("in the log\n");
  }

  /** A program with the rights of its owner must not be made to write where its user may not. */
  @ParameterizedTest
  @ValueSource(strings = {"/var/tmp/backplane-opae.log", "../opae.log", "/tmp/../opae.log"})
  void aLogIsWrittenOnlyWhereOpaeWritesOne(String file) throws Exception {
    Path small = Files.writeString(folder.toRealPath().resolve("small.cfg"), "{}");
    CProgram program =
        program("configuration").with("LIBOPAE_LOG", "1").with("LIBOPAE_LOGFILE", file);
    assertThat(program.run(small, folder.resolve("none")).out()).isEqualTo("in the log\n");
    assertThat(folder.resolve(file)).doesNotExist();
  }
}
