package dev.backplane.rtl.simulators.verilator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.engines.CompiledDesign;
import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.LockstepComparison;
import dev.backplane.rtl.engines.NamedPins;
import dev.backplane.rtl.frontends.Sources;
import dev.backplane.rtl.netlist.Clock;
import dev.backplane.rtl.simulators.VerilatorEngine;
import dev.backplane.rtl.simulators.VerilatorOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A design that can crash its process, in a separate process. */
class ProcessEngineTest {
  private static final String SOURCE =
      """
      module harm(
          input logic clk, input logic other, input logic null_pointer, input logic gives_up,
          input logic hangs, input logic stops,
          input logic [70:0] in, output logic [70:0] sum, output logic [7:0] others);
        always_ff @(posedge clk) sum <= sum + in;
        always_ff @(posedge other) others <= others + 1;
        always_ff @(posedge clk) if (null_pointer) $c("*(volatile int*)0 = 1;");
        always_ff @(posedge clk) if (gives_up) $c("perror(\\"no more\\"); abort();");
        always_ff @(posedge clk) if (hangs) $c("for (volatile int i = 1; i;);");
        always_ff @(posedge clk) if (stops) $stop;
      endmodule
      """;
  private static final VerilatorOptions OPTIONS =
      VerilatorOptions.standard().withAnswerDeadline(Duration.ofSeconds(3));

  @TempDir static @Nullable Path folder;
  private static @Nullable CompiledDesign compiled;

  @BeforeAll
  static void compile() throws IOException {
    VerilatorInstalled.assumeTools();
    compiled = compile(OPTIONS.withOwnProcess(true));
  }

  private static CompiledDesign compile(VerilatorOptions options) throws IOException {
    Path file = Objects.requireNonNull(folder).resolve("harm.sv");
    Files.writeString(file, SOURCE);
    return VerilatorEngine.compile(
        Sources.of(List.of(file)),
        "harm",
        List.of(Clock.rising("clk"), Clock.rising("other")),
        options);
  }

  private static Engine engine() {
    return Objects.requireNonNull(compiled).newEngine();
  }

  /** Drives a pin, applies three edges and settles. */
  private static void run(Engine engine, String pin) {
    engine.edge(0);
    engine.edge(0);
    NamedPins.pin(engine, pin).set(1);
    engine.edge(0);
    engine.settle();
  }

  @Test
  void itBehavesAsAnEngineInThisProcess() throws IOException {
    try (Engine inside = compile(OPTIONS).newEngine();
        Engine outside = engine()) {
      for (String harm : List.of("null_pointer", "gives_up", "hangs", "stops")) {
        assertThat(NamedPins.pin(inside, harm).get()).isZero();
      }
      LockstepComparison.compare(
          "harmless", new SafePinsEngine(inside), new SafePinsEngine(outside), 1, 200);
    }
  }

  @Test
  void aModelThatCrashesFailsItsEngineWithTheSignalAndTheCycle() {
    try (Engine engine = engine()) {
      assertThatThrownBy(() -> run(engine, "null_pointer"))
          .isInstanceOfSatisfying(
              RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.ENGINE_FAILED))
          .hasMessageContaining("SIGSEGV")
          .hasMessageContaining("cycle 3");
      assertThatThrownBy(engine::settle).hasMessageContaining("SIGSEGV");
    }
    try (Engine engine = engine()) {
      run(engine, "in"); // another process, which is not affected
    }
  }

  @Test
  void theLastOutputOfACrashedModelIsReported() {
    try (Engine engine = engine()) {
      assertThatThrownBy(() -> run(engine, "gives_up"))
          .hasMessageContaining("SIGABRT")
          .hasMessageContaining("no more");
    }
  }

  @Test
  void aModelThatNeverAnswersIsKilled() {
    try (Engine engine = engine()) {
      assertThatThrownBy(() -> run(engine, "hangs"))
          .isInstanceOfSatisfying(
              RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.TIMEOUT))
          .hasMessageContaining("cycle 3");
      ProcessHandle.of(((ProcessEngine) engine).pid()).ifPresent(ProcessEngineTest::awaitEnd);
    }
  }

  @Test
  void aModelThatStopsIsReported() {
    try (Engine engine = engine()) {
      assertThatThrownBy(() -> run(engine, "stops")).hasMessageContaining("$stop");
    }
  }

  @Test
  void aProcessThatIsKilledBetweenTwoCyclesIsNoticedInTheNext() {
    try (Engine engine = engine()) {
      engine.settle();
      ProcessHandle process = ProcessHandle.of(((ProcessEngine) engine).pid()).orElseThrow();
      process.destroyForcibly();
      awaitEnd(process);
      engine.edge(0);
      assertThatThrownBy(engine::settle).hasMessageContaining("SIGKILL");
    }
  }

  @Test
  void closingEndsTheProcessAndDeletesItsFiles() throws IOException {
    Engine engine = engine();
    ProcessHandle process = ProcessHandle.of(((ProcessEngine) engine).pid()).orElseThrow();
    engine.close();
    awaitEnd(process);
    assertThat(Files.readAllLines(Path.of("/proc/self/maps")))
        .noneMatch(line -> line.contains("/pins"));
    assertThatThrownBy(engine::settle).hasMessageContaining("closed");
  }

  /** A killed process stays in the table until it is reaped, which takes some time. */
  private static void awaitEnd(ProcessHandle process) {
    assertThat(process.onExit()).succeedsWithin(Duration.ofSeconds(30));
  }
}
