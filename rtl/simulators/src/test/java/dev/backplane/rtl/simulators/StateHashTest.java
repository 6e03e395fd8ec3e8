package dev.backplane.rtl.simulators;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.NamedPins;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.NetlistReader;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The hash that the watchdog compares: equal for equal registers and memories, on every engine. */
class StateHashTest {
  private static final Netlist DESIGN =
      NetlistReader.read(
          """
          backplane-netlist 1
          top t
          input clk 1
          input step 4
          input write 1
          clock clk
          register count 4 = next clock clk initial 5
          memory m 4 2
            read word = count[0]
            write count[0] = next enable {write,write,write,write} clock clk
          cell next 4 = add count step
          output y 4 = word
          end
          """);

  @ParameterizedTest
  @EnumSource(EngineKind.class)
  void itFollowsRegistersAndMemoriesAndNothingElse(EngineKind kind) {
    Assumptions.assumeTrue(kind == EngineKind.JVM || VerilatorEngine.isAvailable());
    try (Engine engine = kind.compile(DESIGN).newEngine()) {
      engine.settle();
      OptionalLong powerUp = engine.stateHash();
      assertThat(powerUp).isPresent();
      step(engine, 0, 0);
      assertThat(engine.stateHash()).as("nothing changed").isEqualTo(powerUp);
      List<OptionalLong> seen = new ArrayList<>(List.of(powerUp));
      for (int i = 0; i < 15; i++) {
        step(engine, 1, 0);
        assertThat(seen).doesNotContain(engine.stateHash());
        seen.add(engine.stateHash());
      }
      step(engine, 1, 0);
      assertThat(engine.stateHash()).as("the counter came round").isEqualTo(powerUp);
      step(engine, 0, 1);
      step(engine, 0, 0);
      assertThat(engine.stateHash()).as("only a memory changed").isNotIn(seen);
    }
  }

  /** One edge, and the inputs as they were before. */
  private static void step(Engine engine, int by, int write) {
    NamedPins.pin(engine, "step").set(by);
    NamedPins.pin(engine, "write").set(write);
    engine.edge(0);
    NamedPins.pin(engine, "step").set(0);
    NamedPins.pin(engine, "write").set(0);
    engine.settle();
  }
}
