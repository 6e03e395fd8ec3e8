package dev.backplane.compiler.exploration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.calibration.Quantization;
import dev.backplane.compiler.calibration.QuantizationOptions;
import dev.backplane.compiler.exploration.Exploration.Limits;
import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import dev.backplane.compiler.onnx.BitWidths;
import dev.backplane.compiler.resource.Resources;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests of explorations. */
class ExplorationTest {
  private static final int INPUTS = 8;
  private static final int OUTPUTS = 4;

  private static Quantization layer(Compiler compiler, BitWidths bits) {
    double[] weights = new Random(3).doubles(INPUTS * OUTPUTS, -1, 1).toArray();
    Graph graph =
        Graph.builder()
            .node(
                "in",
                "input",
                Attributes.NONE
                    .with("shape", new Attribute.Sequence(List.of(new Attribute.Whole(INPUTS))))
                    .with("width", bits.activations()))
            .node(
                "sum",
                "linear",
                Attributes.NONE
                    .with("weights", RealTensor.of(Shape.of(OUTPUTS, INPUTS), weights))
                    .with("weight_width", bits.weights())
                    .with("width", bits.activations()))
            .node("out", "output", Attributes.NONE)
            .edge("in", "sum")
            .edge("sum", "out")
            .build();
    return new Quantization(graph, compiler.components(), QuantizationOptions.accurate())
        .addNormal(20);
  }

  private static List<DesignPoint> explore(Limits limits, BitWidths... widths) {
    return new Exploration(Compiler::load, ExplorationTest::layer, limits)
        .points(List.of(widths), 2, _ -> {});
  }

  @Test
  void moreBitsAreNearerAndFewerClocksTakeMoreMultipliers() {
    List<DesignPoint> points = explore(Limits.NONE, new BitWidths(8, 8), new BitWidths(4, 4));
    DesignPoint slow = points.getFirst();
    assertThat(slow.bits()).isEqualTo(new BitWidths(8, 8));
    assertThat(slow.interval()).isEqualTo(INPUTS * OUTPUTS);
    DesignPoint fast =
        points.stream().filter(point -> point.folding() == 1).findFirst().orElseThrow();
    assertThat(fast.interval()).isEqualTo(1);
    assertThat(fast.hardware().multipliers()).isGreaterThan(slow.hardware().multipliers());
    assertThat(points.getLast().accuracy()).isLessThan(slow.accuracy());
  }

  @Test
  void severalThreadsFindWhatOneDoes() {
    Exploration exploration = new Exploration(Compiler::load, ExplorationTest::layer, Limits.NONE);
    List<BitWidths> widths = List.of(new BitWidths(6, 6), new BitWidths(5, 5), new BitWidths(4, 3));
    List<BitWidths> done = Collections.synchronizedList(new ArrayList<>());
    assertThat(exploration.points(widths, 3, done::add))
        .isEqualTo(exploration.points(widths, 1, _ -> {}));
    assertThat(done).containsExactlyInAnyOrderElementsOf(widths);
  }

  @Test
  void limitsLeaveOutWhatIsBeyondThem() {
    List<DesignPoint> points =
        explore(new Limits(Long.MAX_VALUE, 4, Long.MAX_VALUE), new BitWidths(6, 6));
    assertThat(points).isNotEmpty();
    assertThat(points).allMatch(point -> point.hardware().multipliers() <= 4);
    assertThat(explore(new Limits(3, Long.MAX_VALUE, Long.MAX_VALUE), new BitWidths(6, 6)))
        .allMatch(point -> point.interval() <= 3);
  }

  @Test
  void anErrorOfTheNetworkIsThatOfTheExploration() {
    Exploration exploration =
        new Exploration(
            Compiler::load,
            (_, _) -> {
              throw new CompilerException(CompilerError.BAD_SAMPLES, "here", "broken");
            },
            Limits.NONE);
    assertThatThrownBy(() -> exploration.points(Exploration.USUAL, 2, _ -> {}))
        .isInstanceOf(CompilerException.class)
        .hasMessageContaining("broken");
  }

  private static DesignPoint point(double decibels, long interval, long multipliers, long memory) {
    return new DesignPoint(
        new BitWidths(8, 8),
        interval,
        OptionalDouble.of(decibels),
        1,
        interval,
        new Resources(multipliers, 0, 0, memory));
  }

  @Test
  void theFrontHasWhatNothingIsBetterThan() {
    DesignPoint accurate = point(40, 10, 10, 10);
    DesignPoint small = point(20, 10, 5, 5);
    DesignPoint worse = point(20, 11, 5, 5);
    assertThat(DesignPoint.front(List.of(worse, small, accurate))).containsExactly(accurate, small);
  }

  @Test
  void theSmallestOfTheAccurateIsChosenAndTheMostAccurateIfNoneIs() {
    DesignPoint best = point(50, 1, 100, 100);
    DesignPoint enough = point(31, 9, 10, 10);
    DesignPoint coarse = point(10, 9, 1, 1);
    assertThat(Exploration.choose(List.of(coarse, best, enough), 30)).isEqualTo(enough);
    assertThat(Exploration.choose(List.of(coarse, best, enough), 60)).isEqualTo(best);
  }
}
