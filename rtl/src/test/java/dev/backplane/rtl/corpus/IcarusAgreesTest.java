package dev.backplane.rtl.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.rtl.engine.CompiledDesign;
import dev.backplane.rtl.engine.Engine;
import dev.backplane.rtl.engine.Pin;
import dev.backplane.rtl.frontend.Icarus;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares with Icarus Verilog, which shares nothing with the front end, not even the parser. Bits
 * that are unknown there are not compared, nor are cycles before the first reset, where an {@code
 * if} on an unknown bit takes the other branch.
 */
class IcarusAgreesTest {
  private static final int TICKS = 600;
  private static final int FEWEST = 14;

  @TempDir Path folder;

  @BeforeAll
  static void icarusIsThere() {
    Assumptions.assumeTrue(Icarus.isInstalled(), "iverilog is not installed");
  }

  static Stream<CorpusDesign> designs() {
    return Corpus.find().designs(CorpusDesign.Kind.PINS).stream()
        .filter(design -> design.simulators().contains("icarus"));
  }

  @Test
  void icarusReadsAtLeastTheKnownDesigns() {
    assertThat(designs()).hasSizeGreaterThanOrEqualTo(FEWEST);
  }

  @ParameterizedTest
  @MethodSource("designs")
  void pinsAreTheSameOnIcarus(CorpusDesign design) throws IOException {
    CompiledDesign compiled = ElaboratedDesigns.of(design);
    PinStimulus stimulus = PinStimulus.of(design, compiled.ports(), TICKS, 5);
    List<List<String>> theirs =
        new IcarusTestBench(design, compiled.ports(), stimulus).play(folder);
    assertThat(theirs).hasSize(TICKS);
    try (Engine engine = compiled.newEngine()) {
      PinDriver ours = new PinDriver(engine, stimulus);
      List<String> withoutValue =
          new ArrayList<>(ours.outputs().stream().map(pin -> pin.port().name()).toList());
      for (int tick = 0; tick < TICKS; tick++) {
        List<String> row = theirs.get(tick);
        ours.settle();
        for (int i = 0; i < row.size() && tick >= PinStimulus.AFTER_RESET; i++) {
          Pin pin = ours.outputs().get(i);
          String known = row.get(i).replace('z', 'x');
          assertThat(masked(pin, known))
              .as("%s.%s, tick %d", design, pin.port().name(), tick)
              .isEqualTo(known);
          if (!known.contains("x")) {
            withoutValue.remove(pin.port().name());
          }
        }
        ours.edge();
      }
      assertThat(withoutValue).as("outputs that never have a value on Icarus").isEmpty();
    }
  }

  /** The bits of a pin, with x where the other value is unknown. */
  private static String masked(Pin pin, String other) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < other.length(); i++) {
      int bit = other.length() - 1 - i;
      text.append(other.charAt(i) == 'x' ? "x" : pin.word(bit / 64) >>> bit & 1);
    }
    return text.toString();
  }
}
