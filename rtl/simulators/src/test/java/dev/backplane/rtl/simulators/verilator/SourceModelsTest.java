package dev.backplane.rtl.simulators.verilator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.engines.CompiledDesign;
import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.NamedPins;
import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.frontends.Sources;
import dev.backplane.rtl.netlist.Clock;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.simulators.VerilatorEngine;
import dev.backplane.rtl.simulators.VerilatorOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A design with many features, elaborated by Verilator. */
class SourceModelsTest {
  private static final String SOURCE =
      """
      `include "start.vh"
      module all #(parameter int STEP = 1, parameter [63:0] KEY = 0) (
          input logic clk, input logic both, input logic down, input logic rst_n,
          input logic stop, input logic fatal, input logic loop,
          input logic [3:0] address,
          input logic \\a+b , input logic a__b,
          input logic [64:0] wide,
          output logic [64:0] wider,
          output logic interrupt,
          output logic [63:0] key,
          output logic [7:0] count, word, rises, falls, downs);
        logic [7:0] rom [16];
        initial $readmemh("rom.hex", rom);
        always_ff @(posedge clk or negedge rst_n)
          if (!rst_n) count <= `START; else count <= count + 8'(STEP);
        always_ff @(posedge clk) word <= rom[address];
        always_ff @(posedge both) rises <= rises + 1;
        always_ff @(negedge both) falls <= falls + 1;
        always_ff @(negedge down) downs <= downs + 1;
        always_ff @(posedge clk) if (stop) $finish;
        always_ff @(posedge clk) if (fatal) $fatal(1, "as asked");
        logic turning;
        assign turning = loop & ~turning;
        assign interrupt = \\a+b ^ a__b ^ turning;
        assign wider = ~wide;
        assign key = KEY;
      endmodule
      """;
  private static final List<Clock> CLOCKS =
      List.of(
          Clock.rising("clk"), Clock.rising("both"), Clock.falling("both"), Clock.falling("down"));

  @TempDir static @Nullable Path folder;
  private static @Nullable CompiledDesign compiled;

  @BeforeAll
  static void compile() throws IOException {
    VerilatorInstalled.assumeTools();
    compiled = compile("all.sv", SOURCE, Map.of("STEP", "3", "KEY", "0x1234567890abcdef"));
  }

  private static CompiledDesign compile(String name, String text, Map<String, String> parameters)
      throws IOException {
    Path sources = Objects.requireNonNull(folder);
    Files.writeString(sources.resolve("start.vh"), "`define START 8'h20\n");
    Files.writeString(sources.resolve("rom.hex"), "11 22 33 44\n");
    Path file = Files.writeString(sources.resolve(name), text);
    return VerilatorEngine.compile(
        Sources.of(List.of(file)).withParameters(parameters),
        "all",
        CLOCKS,
        VerilatorOptions.standard());
  }

  private static Engine engine() {
    return Objects.requireNonNull(compiled).newEngine();
  }

  private static long settled(Engine engine, String pin) {
    engine.settle();
    return NamedPins.pin(engine, pin).get();
  }

  @Test
  void contentsFromAFileWithALongNameAreRefused() {
    assertThatThrownBy(
            () ->
                compile("long.sv", SOURCE.replace("rom.hex", "contents.hex"), Map.of("STEP", "3")))
        .isInstanceOfSatisfying(
            RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.SOURCE_UNSUPPORTED))
        .hasMessageContaining("8 characters");
  }

  @Test
  void parametersAreWhatTheUserWritesOrRefused() {
    try (Engine engine = engine()) {
      assertThat(settled(engine, "key")).isEqualTo(0x1234567890abcdefL);
    }
    assertThatThrownBy(() -> compile("all.sv", SOURCE, Map.of("STEP", "4294967297")))
        .hasMessageContaining("'4294967297' does not fit parameter 'STEP'");
  }

  @Test
  void portsHaveTheNamesOfTheSource() {
    assertThat(Objects.requireNonNull(compiled).ports())
        .contains(
            new Port("interrupt", Port.Direction.OUTPUT, 1),
            new Port("a+b", Port.Direction.INPUT, 1),
            new Port("a__b", Port.Direction.INPUT, 1),
            new Port("wider", Port.Direction.OUTPUT, 65));
  }

  @Test
  void aResetThatIsActiveAtPowerUpResets() {
    try (Engine engine = engine()) {
      assertThat(settled(engine, "count")).isEqualTo(0x20);
      engine.edge(0);
      assertThat(settled(engine, "count")).isEqualTo(0x20);
    }
  }

  @Test
  void parametersIncludesAndMemoryFilesAreUsed() {
    try (Engine engine = engine()) {
      engine.edge(0);
      NamedPins.pin(engine, "rst_n").set(1);
      NamedPins.pin(engine, "address").set(2);
      engine.edge(0);
      engine.edge(0);
      assertThat(settled(engine, "count")).isEqualTo(0x26);
      assertThat(settled(engine, "word")).isEqualTo(0x33);
    }
  }

  @Test
  void bothEdgesOfAClockAlternate() {
    try (Engine engine = engine()) {
      engine.edge(1);
      engine.edges(1 << 2 | 1 << 3);
      engine.edge(1);
      assertThat(settled(engine, "rises")).isEqualTo(2);
      assertThat(settled(engine, "falls")).isEqualTo(1);
      assertThat(settled(engine, "downs")).isEqualTo(1);
      engine.edge(3);
      assertThat(settled(engine, "downs")).isEqualTo(2);
      assertThatThrownBy(() -> engine.edge(1))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("both in a row");
    }
  }

  @Test
  void widePinsAreWords() {
    try (Engine engine = engine()) {
      Pin wide = NamedPins.pin(engine, "wide");
      wide.setWord(0, 0x0123_4567_89ab_cdefL);
      wide.setWord(1, -2);
      assertThat(settled(engine, "wider")).isEqualTo(~0x0123_4567_89ab_cdefL);
      assertThat(NamedPins.pin(engine, "wider").word(1)).isEqualTo(1);
      assertThat(wide.word(1)).isZero();
    }
  }

  @Test
  void aDesignThatEndsTheSimulationFailsTheEngineOnly() {
    try (Engine engine = engine()) {
      NamedPins.pin(engine, "stop").set(1);
      assertThatThrownBy(() -> engine.edge(0))
          .isInstanceOfSatisfying(
              RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.ENGINE_FAILED))
          .hasMessageContaining("$finish")
          .hasMessageContaining("all.sv:" + lineOf("$finish"));
      assertThatThrownBy(engine::settle).hasMessageContaining("$finish");
    }
    try (Engine engine = engine()) {
      NamedPins.pin(engine, "fatal").set(1);
      assertThatThrownBy(() -> engine.edge(0)).hasMessageContaining("all.sv:" + lineOf("$fatal"));
    }
  }

  private static long lineOf(String text) {
    return SOURCE.substring(0, SOURCE.indexOf(text)).lines().count();
  }

  @Test
  void aLoopThatDoesNotSettleIsRefused() {
    try (Engine engine = engine()) {
      NamedPins.pin(engine, "loop").set(1);
      assertThatThrownBy(engine::settle)
          .isInstanceOfSatisfying(
              RtlException.class,
              e -> assertThat(e.error()).isEqualTo(RtlError.COMBINATIONAL_LOOP));
    }
  }

  @Test
  void aPinOfAClosedEngineIsHarmlessAndTheEngineSaysSo() {
    Engine engine = engine();
    Pin pin = NamedPins.pin(engine, "count");
    engine.close();
    engine.close();
    pin.set(7);
    assertThat(pin.get()).isBetween(0L, 255L);
    assertThatThrownBy(engine::settle).hasMessageContaining("closed");
    assertThatThrownBy(() -> engine.edge(0)).hasMessageContaining("closed");
  }

  @Test
  void anEdgeOfAnUnknownClockIsRefused() {
    try (Engine engine = engine()) {
      assertThatThrownBy(() -> engine.edge(4)).isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> engine.edges(1 << 4)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void aHundredEnginesLeaveNothingBehind() throws IOException {
    engine().close();
    long before = mappings();
    for (int i = 0; i < 100; i++) {
      try (Engine engine = engine()) {
        engine.edge(0);
      }
    }
    assertThat(models()).as("models that are still loaded").isZero();
    assertThat(mappings() - before).as("mappings more than before").isLessThan(20);
  }

  private static long mappings() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/maps")).size();
  }

  private static long models() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/maps")).stream()
        .filter(line -> line.contains("model.so"))
        .count();
  }

  @Test
  void theFirstErrorOfTheSourceIsReportedWithItsLocation() {
    assertThatThrownBy(
            () ->
                compile("bad.sv", "module all(input logic clk);\n  wire = 3;\nendmodule", Map.of()))
        .isInstanceOfSatisfying(
            RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.SOURCE_INVALID))
        .hasMessageContaining("bad.sv:2:");
  }

  @Test
  void anUndefinedModuleIsNamed() {
    assertThatThrownBy(
            () ->
                compile(
                    "lone.sv", "module all(input logic clk);\n  nobody x();\nendmodule", Map.of()))
        .hasMessageContaining("lone.sv:2:")
        .hasMessageContaining("nobody");
  }

  @Test
  void aFunctionInCIsNamed() {
    String text =
        """
        module all(input logic clk, output int y);
          import "DPI-C" function int nowhere(input int x);
          always_ff @(posedge clk) y <= nowhere(y);
        endmodule
        """;
    assertThatThrownBy(() -> compile("dpi.sv", text, Map.of()))
        .isInstanceOfSatisfying(
            RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.SOURCE_UNSUPPORTED))
        .hasMessageContaining("nowhere");
  }

  @Test
  void aClockThatIsNotAnInputIsRefused() {
    assertThatThrownBy(() -> compile("few.sv", "module all(input logic clk);\nendmodule", Map.of()))
        .isInstanceOfSatisfying(
            RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.INTERFACE_MISSING))
        .hasMessageContaining("'both'");
  }
}
