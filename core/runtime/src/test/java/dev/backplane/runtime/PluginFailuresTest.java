package dev.backplane.runtime;

import static dev.backplane.runtime.Refusal.refuses;
import static dev.backplane.runtime.Site.scripted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Filter;
import dev.backplane.api.Token;
import dev.backplane.runtime.fakes.Script;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One bad plugin is one bad plugin: it is reported as its policy says, and the others work. */
@Timeout(600)
final class PluginFailuresTest {
  // Long enough for a step that does not hang, also where the machine is busy.
  private static final String SOON = "\"error_policy\": {\"deadline_ms\": 500}";
  private static final String GOOD = scripted("good", "{}");

  @TempDir Path folder;
  private Site site;

  @BeforeEach
  void makeSite() {
    site = new Site(folder);
  }

  @AfterEach
  void forget() {
    Script.reset();
  }

  private static String policy(String step, String reaction) {
    return "\"error_policy\": {\"%s\": \"%s\", \"retries\": 2}".formatted(step, reaction);
  }

  private static PluginReport report(Backplane backplane, String instance) {
    return backplane.plugins().stream()
        .filter(report -> report.instance().equals(instance))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "configure, throw, CONFIGURE_FAILED",
    "configure, error, CONFIGURE_FAILED",
    "configure, coded, LINK_LOST",
    "configure, 7, CONFIGURE_FAILED",
    "configure, incomplete, CONFIGURE_FAILED",
    "configure, hang, PLUGIN_HUNG",
    "initialize, throw, INITIALIZE_FAILED",
    "initialize, error, INITIALIZE_FAILED",
    "initialize, coded, LINK_LOST",
    "initialize, -1, INITIALIZE_FAILED",
    "initialize, hang, PLUGIN_HUNG",
  })
  void aPluginThatDoesNotBecomeReadyIsQuarantined(String step, String action, ErrorCode code) {
    try (Backplane backplane =
        site.plugins(scripted("bad", "{\"%s\": \"%s\"}".formatted(step, action), SOON), GOOD)
            .open()) {
      PluginReport bad = report(backplane, "bad");
      assertThat(bad.state()).isEqualTo(PluginState.QUARANTINED);
      BackplaneException error = bad.lastError().orElseThrow();
      assertThat(error.code()).as(error.getMessage()).isEqualTo(code);
      assertThat(error.plugin()).isEqualTo("bad");
      assertThat(backplane.enumerate(List.of())).extracting(Token::id).containsExactly("good/dev0");
      assertThat(refuses(ErrorCode.QUARANTINED, () -> backplane.token("bad/dev0")))
          .hasMessageContaining(code.id());
    }
  }

  @Test
  void aReturnCodeIsInTheMessage() {
    try (Backplane backplane = site.plugins(scripted("bad", "{\"initialize\": \"42\"}")).open()) {
      assertThat(report(backplane, "bad").lastError().orElseThrow()).hasMessageContaining("42");
    }
  }

  @Test
  void aHungPluginIsReportedWithTheLineItHangsIn() {
    try (Backplane backplane =
        site.plugins(scripted("bad", "{\"initialize\": \"hang\"}", SOON)).open()) {
      assertThat(report(backplane, "bad").lastError().orElseThrow())
          .hasMessageContaining("within 500 ms")
          .hasMessageContaining("Script.hang(Script.java:");
    }
  }

  @Test
  void aRequiredPluginThatFailsMakesOpeningFailAndTakesEverythingDown() {
    String required = "\"load_policy\": {\"required\": true}";
    BackplaneException error =
        refuses(
            ErrorCode.INITIALIZE_FAILED,
            () ->
                site.plugins(GOOD, scripted("bad", "{\"initialize\": \"throw\"}", required))
                    .open());
    assertThat(error.plugin()).isEqualTo("bad");
    assertThat(Script.events()).contains("good finalize").doesNotContain("bad finalize");
  }

  @Test
  void aRequiredPluginFailsOpeningAlsoAfterRetries() {
    String policy = "\"load_policy\": {\"required\": true}, " + policy("load", "retry");
    refuses(
        ErrorCode.INITIALIZE_FAILED,
        () -> site.plugins(scripted("bad", "{\"initialize\": \"throw\"}", policy)).open());
    assertThat(site.pauses()).containsExactly(Duration.ofMillis(100), Duration.ofMillis(200));
  }

  @Test
  void aPluginThatIsSkippedStaysAway() {
    try (Backplane backplane =
        site.plugins(scripted("bad", "{\"initialize\": \"throw\"}", policy("load", "skip")), GOOD)
            .open()) {
      assertThat(report(backplane, "bad").state()).isEqualTo(PluginState.SKIPPED);
      assertThat(backplane.enumerate(List.of())).hasSize(1);
      backplane.reinstate("bad");
      assertThat(report(backplane, "bad").state()).isEqualTo(PluginState.SKIPPED);
      refuses(ErrorCode.INITIALIZE_FAILED, () -> backplane.token("bad/dev0"));
    }
  }

  @Test
  void aPluginIsTriedAgainWithGrowingPauses() {
    try (Backplane backplane =
        site.plugins(scripted("slow", "{\"initialize\": \"throw 2\"}", policy("load", "retry")))
            .open()) {
      assertThat(report(backplane, "slow").state()).isEqualTo(PluginState.READY);
      assertThat(site.pauses()).containsExactly(Duration.ofMillis(100), Duration.ofMillis(200));
      assertThat(Script.of("slow").count("configure")).isEqualTo(3);
      assertThat(report(backplane, "slow").lastError()).isPresent();
    }
    assertThat(Script.of("slow").count("finalize")).isEqualTo(1);
  }

  @Test
  void aPluginThatStillFailsAfterRetriesIsQuarantined() {
    try (Backplane backplane =
        site.plugins(scripted("bad", "{\"initialize\": \"throw\"}", policy("load", "retry")))
            .open()) {
      assertThat(report(backplane, "bad").state()).isEqualTo(PluginState.QUARANTINED);
      assertThat(Script.of("bad").count("initialize")).isEqualTo(3);
    }
  }

  @Test
  void aHangIsNotRetried() {
    try (Backplane backplane =
        site.plugins(
                scripted(
                    "bad",
                    "{\"initialize\": \"hang\"}",
                    "\"error_policy\": {\"load\": \"retry\", \"deadline_ms\": 500}"))
            .open()) {
      assertThat(Script.of("bad").count("initialize")).isEqualTo(1);
      assertThat(report(backplane, "bad").state()).isEqualTo(PluginState.QUARANTINED);
    }
  }

  @Test
  void aQuarantinedPluginCanBeReinstated() {
    try (Backplane backplane =
        site.plugins(scripted("bad", "{\"initialize\": \"throw 2\"}")).open()) {
      refuses(ErrorCode.INITIALIZE_FAILED, () -> backplane.reinstate("bad"));
      assertThat(report(backplane, "bad").state()).isEqualTo(PluginState.QUARANTINED);
      backplane.reinstate("bad");
      assertThat(backplane.token("bad/dev0").plugin()).isEqualTo("bad");
      backplane.reinstate("bad");
      assertThat(Script.of("bad").count("initialize")).isEqualTo(3);
      refuses(ErrorCode.INVALID_ARGUMENT, () -> backplane.reinstate("nobody"));
    }
  }

  @ParameterizedTest
  @CsvSource({"throw", "error", "null", "hole", "duplicate"})
  void aPluginThatFailsToEnumerateIsLeftOutOfThatSearch(String action) {
    String config =
        action.equals("duplicate")
            ? "{\"keys\": \"a,a\"}"
            : "{\"enumerate\": \"%s\"}".formatted(action);
    try (Backplane backplane = site.plugins(scripted("bad", config), GOOD).open()) {
      Enumeration all = backplane.enumerate(List.of(), 10);
      assertThat(all.tokens()).extracting(Token::id).containsExactly("good/dev0");
      assertThat(all.problems())
          .singleElement()
          .satisfies(error -> assertThat(error.code()).isEqualTo(ErrorCode.ENUMERATE_FAILED))
          .satisfies(error -> assertThat(error.plugin()).isEqualTo("bad"));
      assertThat(report(backplane, "bad").state()).isEqualTo(PluginState.READY);
      refuses(ErrorCode.ENUMERATE_FAILED, () -> backplane.token("bad/a"));
    }
  }

  @Test
  void enumeratingFailsWhereThePolicySaysSo() {
    try (Backplane backplane =
        site.plugins(
                GOOD, scripted("bad", "{\"enumerate\": \"throw\"}", policy("enumerate", "fail")))
            .open()) {
      assertThat(refuses(ErrorCode.ENUMERATE_FAILED, () -> backplane.enumerate(List.of())).plugin())
          .isEqualTo("bad");
    }
  }

  @Test
  void enumeratingIsTriedAgainAndThenLeftOut() {
    try (Backplane backplane =
        site.plugins(
                scripted("slow", "{\"enumerate\": \"throw 2\"}", policy("enumerate", "retry")),
                scripted("bad", "{\"enumerate\": \"throw\"}", policy("enumerate", "retry")),
                GOOD)
            .open()) {
      Enumeration all = backplane.enumerate(List.of(), 10);
      assertThat(all.tokens()).extracting(Token::id).containsExactly("slow/dev0", "good/dev0");
      assertThat(all.problems()).hasSize(1);
      assertThat(site.pauses()).hasSize(4);
    }
  }

  @Test
  void aPluginIsSetAsideWhenEnumeratingFailsAndFinalisedAtTheEnd() {
    try (Backplane backplane =
        site.plugins(
                scripted("bad", "{\"enumerate\": \"throw 1\"}", policy("enumerate", "quarantine")))
            .open()) {
      assertThat(backplane.enumerate(List.of())).isEmpty();
      assertThat(report(backplane, "bad").state()).isEqualTo(PluginState.QUARANTINED);
      assertThat(backplane.enumerate(List.of())).isEmpty();
      assertThat(Script.of("bad").count("enumerate")).isEqualTo(1);
      backplane.reinstate("bad");
      assertThat(backplane.enumerate(List.of())).hasSize(1);
      assertThat(Script.of("bad").count("initialize")).isEqualTo(1);
    }
    assertThat(Script.of("bad").count("finalize")).isEqualTo(1);
  }

  @Test
  void pluginsThatHangWhenEnumeratedAreSetAsideAndTheOthersAnswer() {
    String hang = "{\"enumerate\": \"hang\"}";
    try (Backplane backplane =
        site.plugins(
                scripted("bad1", hang, SOON),
                GOOD,
                scripted("bad2", hang, SOON),
                scripted("bad3", hang, SOON),
                scripted("last", "{}"),
                scripted("bad4", hang, SOON))
            .open()) {
      Enumeration all = backplane.enumerate(List.of(), 10);
      assertThat(all.tokens()).extracting(Token::id).containsExactly("good/dev0", "last/dev0");
      assertThat(all.problems())
          .extracting(BackplaneException::code)
          .containsOnly(ErrorCode.PLUGIN_HUNG)
          .hasSize(4);
      Script.of("bad1").release();
      assertThat(backplane.enumerate(List.of(), 10).problems()).isEmpty();
      assertThat(report(backplane, "bad1").state()).isEqualTo(PluginState.QUARANTINED);
    }
    assertThat(Script.of("bad1").count("finalize")).isZero();
  }

  @Test
  void theSearchThatFindsNothingSaysWhatThereIsAndWhyPluginsAreDown() {
    try (Backplane backplane =
        site.plugins(scripted("bad", "{\"initialize\": \"throw\"}"), GOOD).open()) {
      assertThat(refuses(ErrorCode.NO_SUCH_DEVICE, () -> backplane.find(Filter.kernel("missing"))))
          .hasMessageContaining("kernel=missing")
          .hasMessageContaining("good/dev0")
          .hasMessageContaining("bad is QUARANTINED since 20")
          .hasMessageContaining("backplane.json");
      assertThat(refuses(ErrorCode.NO_SUCH_DEVICE, () -> backplane.token("good/none")))
          .hasMessageContaining("good/dev0");
      refuses(ErrorCode.NO_SUCH_DEVICE, () -> backplane.token("nobody/dev0"));
      refuses(ErrorCode.NO_SUCH_DEVICE, () -> backplane.token("good"));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "throw, OPEN_FAILED",
    "error, OPEN_FAILED",
    "null, OPEN_FAILED",
    "coded, LINK_LOST",
  })
  void aDeviceThatCannotBeOpenedIsNotHeld(String action, ErrorCode code) {
    try (Backplane backplane =
        site.plugins(scripted("bad", "{\"open\": \"%s\"}".formatted(action))).open()) {
      Token token = backplane.token("bad/dev0");
      BackplaneException error = refuses(code, token::open);
      assertThat(error.operation()).isEqualTo("open");
      assertThat(error.subject()).isEqualTo("bad/dev0");
      assertThat(error.plugin()).isEqualTo("bad");
      refuses(code, token::open);
    }
  }

  @Test
  void aDeviceWhoseOpeningHangsIsClosedWhenItComesAfterAll() throws InterruptedException {
    try (Backplane backplane =
        site.plugins(scripted("bad", "{\"open\": \"hang\"}", SOON), GOOD).open()) {
      Token token = backplane.token("bad/dev0");
      refuses(ErrorCode.DEVICE_HUNG, token::open);
      assertThat(report(backplane, "bad").state()).isEqualTo(PluginState.READY);
      refuses(ErrorCode.DEVICE_HUNG, token::open);
      Script.of("bad").release();
      while (Script.of("bad").count("close") == 0) {
        Thread.onSpinWait();
      }
      backplane.token("good/dev0").open().close();
    }
  }

  @Test
  void aPluginThatFailsToFinaliseIsReportedAfterAllOthersWereFinalised() {
    Backplane backplane =
        site.plugins(
                scripted("first", "{}"),
                scripted("bad", "{\"finalize\": \"3\"}"),
                scripted("worse", "{\"finalize\": \"hang\"}", SOON))
            .open();
    BackplaneException error = refuses(ErrorCode.PLUGIN_HUNG, backplane::close);
    assertThat(error.getSuppressed())
        .singleElement()
        .satisfies(
            other ->
                assertThat(((BackplaneException) other).code())
                    .isEqualTo(ErrorCode.FINALIZE_FAILED));
    assertThat(Script.events()).endsWith("worse finalize", "bad finalize", "first finalize");
  }

  @Test
  void anUnknownModuleIsAMistakeInTheConfiguration() {
    assertThat(
            refuses(
                ErrorCode.UNKNOWN_MODULE,
                () -> site.plugins(GOOD, "{\"module\": \"scripded\"}").open()))
        .hasMessageContaining("plugins[1].module")
        .hasMessageContaining("'scripded'")
        .hasMessageContaining("class path [scripted]");
    assertThat(Script.exists("good")).isFalse();
    refuses(
        ErrorCode.UNKNOWN_MODULE,
        () -> site.plugins("{\"module\": \"./gone.jar\", \"name\": \"gone\"}").open());
  }

  @Test
  void anUnknownModuleMayBeSkipped() {
    try (Backplane backplane =
        site.plugins("{\"module\": \"gone\", " + policy("load", "skip") + "}", GOOD).open()) {
      assertThat(report(backplane, "gone").state()).isEqualTo(PluginState.REFUSED);
      assertThat(backplane.enumerate(List.of())).hasSize(1);
    }
  }

  private String whatAFruitlessSearchSays(Backplane backplane) {
    return refuses(ErrorCode.NO_SUCH_DEVICE, () -> backplane.find(Filter.kernel("missing")))
        .problem();
  }

  @Test
  void theSearchAfterAQuarantineNamesTheInstanceTheReasonTheTimeAndTheRemedy() {
    try (Backplane backplane =
        site.plugins(scripted("bad", "{\"configure\": \"hang\"}", SOON)).open()) {
      String find = refuses(ErrorCode.NO_SUCH_DEVICE, backplane::find).getMessage();
      assertThat(find)
          .containsPattern("bad is QUARANTINED since 20[-0-9]+T[:0-9]+Z: BP3010 PLUGIN_HUNG")
          .contains("configure bad: no answer within 500 ms")
          .contains("reinstate(\"bad\")");
      assertThat(refuses(ErrorCode.QUARANTINED, () -> backplane.token("bad/dev0")))
          .hasMessageContaining("QUARANTINED since 20")
          .hasMessageContaining("reinstate(\"bad\")");
    }
  }

  @ParameterizedTest
  @CsvSource({"throw", "error", "unprintable", "interrupt"})
  void aPluginThatFailsToSayWhyItHasNothingDoesNotHideTheError(String action) {
    try (Backplane backplane =
        site.plugins(scripted("bad", "{\"why\": \"%s\"}".formatted(action)), GOOD).open()) {
      assertThat(whatAFruitlessSearchSays(backplane)).contains("bad/dev0").contains("good/dev0");
      assertThat(backplane.enumerate(List.of())).hasSize(2);
    }
  }

  @Test
  void aPluginThatHangsWhenAskedWhyItHasNothingIsSetAside() {
    try (Backplane backplane =
        site.plugins(
                scripted("bad", "{\"why\": \"hang\"}", SOON),
                scripted("other", "{\"reason\": \"no cable\"}"))
            .open()) {
      assertThat(whatAFruitlessSearchSays(backplane))
          .contains("bad: no answer within 500 ms")
          .contains("other: no cable");
      assertThat(report(backplane, "bad").state()).isEqualTo(PluginState.QUARANTINED);
      assertThat(backplane.enumerate(List.of()))
          .extracting(Token::id)
          .containsExactly("other/dev0");
    }
  }

  @ParameterizedTest
  @CsvSource({"configure", "initialize"})
  void anExceptionThatCannotBePrintedIsAFailureLikeOthers(String step) {
    try (Backplane backplane =
        site.plugins(scripted("bad", "{\"%s\": \"unprintable\"}".formatted(step)), GOOD).open()) {
      assertThat(report(backplane, "bad").state()).isEqualTo(PluginState.QUARANTINED);
      assertThat(report(backplane, "bad").lastError().orElseThrow())
          .hasMessageContaining("Unprintable (its message cannot be read)");
      assertThat(backplane.enumerate(List.of())).hasSize(1);
    }
  }

  @ParameterizedTest
  @CsvSource({"configure", "initialize", "enumerate", "open", "close", "facet"})
  void aPluginThatInterruptsItsThreadHarmsNobody(String step) {
    try (Backplane backplane =
        site.plugins(scripted("bad", "{\"%s\": \"interrupt\"}".formatted(step)), GOOD).open()) {
      for (int i = 0; i < 2; i++) {
        assertThat(backplane.enumerate(List.of())).hasSize(2);
        backplane.token("bad/dev0").open().close();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
      }
    }
  }

  @Test
  void thePluginsBehindOneThatMakesASearchFailAreLoadedAndAsked() {
    String lazy = "\"load_policy\": {\"when\": \"lazy\"}, \"error_policy\": {\"load\": \"fail\"}";
    try (Backplane backplane =
        site.plugins(
                scripted("bad", "{\"initialize\": \"throw\"}", lazy),
                scripted("behind", "{}", "\"load_policy\": {\"when\": \"lazy\"}"))
            .open()) {
      refuses(ErrorCode.INITIALIZE_FAILED, () -> backplane.enumerate(List.of()));
      assertThat(Script.of("behind").count("enumerate")).isEqualTo(1);
    }
  }
}
