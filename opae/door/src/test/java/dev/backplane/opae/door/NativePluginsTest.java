package dev.backplane.opae.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.opae.door.CProgram.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** C programs on plugins in C, with the library and the driver of native plugins between them. */
class NativePluginsTest {
  private static final String WITHOUT_TRIAL = "\"probe\": false,";
  private static final int MOST_MS = 60_000;

  @TempDir private Path folder;
  private Path configuration = Path.of("");

  @BeforeEach
  void nameTheConfiguration() {
    configuration = folder.resolve("native.json");
  }

  /** The plugin with its own configuration, which says what it does wrong. */
  private CProgram program(String name, String how, String options, int deadline)
      throws IOException, InterruptedException {
    CProgram program = CProgram.compile(name, folder);
    Path plugin = CProgram.compilePlugin("accelerator", folder);
    Files.writeString(
        configuration,
        """
        {"plugins": [{
          "module": "opae",
          "name": "accelerator",
          "config": {"library": "%s", %s "layout": "2.14.0", "config": {"does": "%s"}},
          "error_policy": {"deadline_ms": %d}}]}
        """
            .formatted(plugin, options, how, deadline));
    return program.with("BACKPLANE_CONFIG", configuration.toString());
  }

  private static void assertWorks(Outcome outcome) {
    assertThat(outcome.out()).as(outcome.err()).isEmpty();
    assertThat(outcome.status()).as(outcome.err()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"well", "calls back"})
  void everythingThatAPluginHasReachesTheProgram(String how) throws Exception {
    assertWorks(program("through", how, "", MOST_MS).run());
  }

  /** The program gets success and nothing, as from OPAE; why, it would never know. */
  @ParameterizedTest
  @CsvSource({
    "more than asked, gave",
    "null tokens, it says that it has 2 resources and gave 0 tokens",
    "no header, its token does not begin with the header of a token",
    "crashes, SIGSEGV"
  })
  void aPluginThatIsPassedOverIsToldOnce(String how, String why) throws Exception {
    Outcome outcome = program("nothing", how, "", MOST_MS).run();
    assertWorks(outcome);
    assertThat(outcome.err()).containsOnlyOnce(why);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", WITHOUT_TRIAL})
  void aPluginThatBlocksInASearchIsGivenUp(String options) throws Exception {
    Outcome outcome = program("nothing", "enumerate blocks", options, 4000).run();
    assertWorks(outcome);
    assertThat(outcome.err()).contains("accelerator");
  }

  /** There is no deadline for it: it is the plugin's own time. */
  @ParameterizedTest
  @ValueSource(strings = {"exit", "finalize"})
  void aThreadInACallThatDoesNotReturnKeepsNobodyFromEnding(String how) throws Exception {
    assertWorks(program("stuck", "accelerator only", WITHOUT_TRIAL, MOST_MS).run(how));
  }

  /** What the call holds, exit may wait for: the thread would wait for itself. */
  @Test
  void aHandlerEndsAProgramInTheMidstOfACallEvenIfExitHangs() throws Exception {
    Outcome outcome =
        program("stuck", "accelerator only", WITHOUT_TRIAL, MOST_MS).run("interrupted");
    assertThat(outcome.status()).as(outcome.err()).isEqualTo(5);
    assertThat(outcome.out()).isEqualTo("ends");
  }

  @Test
  void aConfigurationWhoseCardsAreNotHereIsTold() throws Exception {
    Files.writeString(
        configuration,
        """
        {"configs": ["card"],
         "configurations": {"card": {
           "enabled": true,
           "devices": [{"name": "pf", "id": ["0", "0", "0", "0"]}],
           "opae": {"plugin": [
             {"enabled": true, "module": "libx.so", "devices": ["pf"], "configuration": {}}]}}}}
        """);
    CProgram program =
        CProgram.compile("nothing", folder).with("LIBOPAE_CFGFILE", configuration.toString());
    Outcome outcome = program.run();
    assertWorks(outcome);
    assertThat(outcome.err()).containsOnlyOnce("no plugin of it is used on this machine");
  }
}
