package newplugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.RtlNetwork;
import dev.backplane.compiler.component.Interpreter;
import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.hdl.HdlPass;
import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Graph;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** Tests the values of the component, and that its hardware computes them bit for bit. */
class NewPluginTest {
  private static final int VECTORS = 1000;

  @TempDir Path folder;

  private final Compiler compiler = Compiler.load();

  private TypedGraph network(int width) {
    return compiler.infer(
        Graph.builder()
            .node(
                "in",
                "input",
                Attributes.NONE
                    .with("shape", new Attribute.Sequence(List.of(new Attribute.Whole(3))))
                    .with("width", width)
                    .with("fraction", 1))
            .node("layer", "newplugin", Attributes.NONE)
            .node("out", "output", Attributes.NONE)
            .edge("in", "layer")
            .edge("layer", "out")
            .build());
  }

  @Test
  void theMostNegativeNumberBecomesTheMostPositiveOne() {
    assertThat(Interpreter.of(network(8)).run(-128, 0, 5)).containsExactly(127, 0, -5);
  }

  @Test
  void pyTorchIsTold() {
    assertThat(compiler.torch().lower("net", network(8)).source())
        .contains("v_layer = newplugin(v_in, width=8)");
  }

  @Test
  @EnabledIf("dev.backplane.compiler.Tools#haveVerilator")
  void verilogIsTheSameBitForBit() {
    check(compiler.verilog(), 2);
    check(compiler.verilog(), 9);
  }

  @Test
  @EnabledIf("dev.backplane.compiler.Tools#haveGhdl")
  void vhdlIsTheSameBitForBit() {
    check(compiler.vhdl(), 2);
    check(compiler.vhdl(), 9);
  }

  private void check(HdlPass pass, int width) {
    TypedGraph network = network(width);
    FixedPoint format = new FixedPoint(width, 1);
    Random random = new Random(width);
    // Twice the range: its ends are where numbers saturate.
    long[][] vectors =
        Stream.generate(
                () ->
                    random
                        .longs(3, 2 * format.min(), 2 * format.max() + 2)
                        .map(format::saturate)
                        .toArray())
            .limit(VECTORS)
            .toArray(long[][]::new);
    Interpreter interpreter = Interpreter.of(network);

    assertThat(RtlNetwork.of(pass, network, folder.resolve("w" + width)).run(vectors, width))
        .isDeepEqualTo(Stream.of(vectors).map(interpreter::run).toArray(long[][]::new));
  }
}
