package dev.backplane.rtl.simulators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.NamedPins;
import dev.backplane.rtl.frontends.Sources;
import dev.backplane.rtl.netlist.Clock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UninitialisedStateTest {
  private static final String SOURCE =
      """
      module forgets(input logic clk, input logic rst, input logic show,
          output logic [7:0] count, output logic [7:0] leak,
          output logic m_tvalid, output logic [31:0] m_tdata);
        logic [7:0] forgotten;
        always_ff @(posedge clk) begin
          if (rst) count <= 0; else count <= count + 1;
          forgotten <= forgotten + 1;
        end
        assign leak = show && count == 5 ? forgotten : 8'h0;
        assign m_tvalid = 1'b0;
        assign m_tdata = {4{forgotten}};
      endmodule
      """;

  @TempDir static @Nullable Path folder;

  @BeforeAll
  static void write() throws IOException {
    assumeThat(VerilatorEngine.isAvailable())
        .as("Verilator and g++ are installed; tools/setup does it")
        .isTrue();
    Files.writeString(file(), SOURCE);
  }

  private static Path file() {
    return Objects.requireNonNull(folder).resolve("forgets.sv");
  }

  private static Optional<UninitialisedState.Finding> search(boolean show, int failAt) {
    return UninitialisedState.search(
        Sources.of(List.of(file())),
        "forgets",
        List.of(Clock.rising("clk")),
        VerilatorOptions.standard(),
        2,
        engines -> stimulus(engines, show, failAt));
  }

  private static void stimulus(Supplier<Engine> engines, boolean show, int failAt) {
    try (Engine engine = engines.get()) {
      NamedPins.pin(engine, "show").set(show ? 1 : 0);
      for (int cycle = 0; cycle < 40; cycle++) {
        NamedPins.pin(engine, "rst").set(cycle < 2 ? 1 : 0);
        engine.settle();
        if (cycle == failAt) {
          throw new RtlException(RtlError.NO_PROGRESS, "the stimulus had enough");
        }
        engine.edge(0);
      }
    }
  }

  @Test
  void theFirstOutputThatDependsOnUninitialisedStateIsFound() {
    UninitialisedState.Finding finding = search(true, -1).orElseThrow();

    assertThat(finding.output()).isEqualTo("leak");
    assertThat(finding.cycle()).isEqualTo(7);
    assertThat(finding.first()).isNotEqualTo(finding.second());
  }

  @Test
  void hiddenStateAndPayloadWithoutValidAreNoFindings() {
    assertThat(search(false, -1)).isEmpty();
  }

  @Test
  void aDifferenceBeforeAFailureIsFoundAndAFailureAloneIsThrown() {
    assertThat(search(true, 20)).isPresent();
    assertThatThrownBy(() -> search(false, 20)).hasMessageContaining("had enough");
  }
}
