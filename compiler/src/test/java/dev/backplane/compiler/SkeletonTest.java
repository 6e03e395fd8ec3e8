package dev.backplane.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.backplane.compiler.component.Interpreter;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.hdl.Design;
import dev.backplane.compiler.hdl.HdlPass;
import dev.backplane.compiler.hdl.Wrapper;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Graph;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Networks behind bytes: the protocol, and that what comes out is what the interpreter computes.
 */
class SkeletonTest {
  private static final int SAMPLES = 20;

  @TempDir Path folder;

  private final Compiler compiler = Compiler.load();

  static Stream<Graph> graphs() {
    return Stream.of(
        Networks.chain(Networks.input(8, 0, 3), List.of(Attributes.NONE), List.of("relu")),
        Networks.chain(Networks.input(32, 3, 1), List.of(Attributes.NONE), List.of("relu")),
        Networks.chain(Networks.input(17, 3, 2, 3), List.of(Attributes.NONE), List.of("relu")),
        Compiler.load().quantize(Networks.perceptron(5, 3)),
        Networks.randomLinear(8));
  }

  @ParameterizedTest
  @MethodSource("graphs")
  @EnabledIf("dev.backplane.compiler.Tools#haveVerilator")
  void bytesGoInAndTheInterpretersBytesComeOut(Graph graph) {
    check(compiler.verilog(), graph);
  }

  @Test
  @EnabledIf("dev.backplane.compiler.Tools#haveGhdl")
  void soTheyDoInVhdl() {
    check(compiler.vhdl(), compiler.quantize(Networks.perceptron(6, 2)));
  }

  private void check(HdlPass pass, Graph graph) {
    TypedGraph typed = compiler.infer(graph);
    Design design = pass.lower("net", typed, Wrapper.SKELETON);
    TensorType input = typed.type(typed.order().getFirst());
    TensorType output = typed.type(typed.order().getLast());
    Interpreter interpreter = Interpreter.of(typed);
    Random random = new Random(7);
    try (SkeletonBus bus = SkeletonBus.of(design.write(folder.resolve("rtl")))) {
      byte[] id = new byte[16];
      for (int i = 0; i < id.length; i++) {
        id[i] = (byte) bus.read(i);
      }
      assertThat(design.description().text())
          .contains("skeleton_id = \"" + HexFormat.of().formatHex(id) + '"');
      assertThat(bus.busy()).as("before the first run").isTrue();
      for (int sample = 0; sample < SAMPLES; sample++) {
        long[] numbers =
            random
                .longs(input.shape().size(), 2 * input.format().min(), 2 * input.format().max() + 2)
                .map(input.format()::saturate)
                .toArray();
        bus.write(16, 0);
        bus.writeNumbers(18, numbers, input);
        bus.write(16, 1);
        bus.awaitDone();
        assertThat(bus.readNumbers(18, output))
            .as("sample %d", sample)
            .isEqualTo(interpreter.run(numbers));
        // Neither reads nor writes elsewhere change anything.
        assertThat(bus.read(17)).isZero();
        bus.write(65_535, 255);
        assertThat(bus.busy()).isFalse();
      }
      bus.write(16, 0);
      bus.read(17);
      assertThat(bus.busy()).as("a cycle after a stop").isTrue();
    }
  }

  @Test
  void theSameSourcesHaveTheSameIdAndOthersHaveAnother() {
    TypedGraph one = compiler.infer(Networks.randomLinear(8));
    TypedGraph other = compiler.infer(Networks.randomLinear(9));
    Design design = compiler.verilog().lower("net", one, Wrapper.SKELETON);

    assertThat(compiler.verilog().lower("net", one, Wrapper.SKELETON)).isEqualTo(design);
    assertThat(compiler.verilog().lower("net", other, Wrapper.SKELETON).description())
        .isNotEqualTo(design.description());
    assertThat(design.files())
        .extracting(file -> file.name())
        .contains("backplane_skeleton.v", "net.v", "net_network.v")
        .doesNotContain("backplane_ap_ctrl_hs.v");
  }

  @Test
  void aTensorForWhichThereAreNoAddressesIsRefused() {
    Graph graph =
        Networks.chain(Networks.input(8, 0, 65_519), List.of(Attributes.NONE), List.of("relu"));

    assertThatExceptionOfType(CompilerException.class)
        .isThrownBy(() -> compiler.vhdl().lower("net", compiler.infer(graph), Wrapper.SKELETON))
        .withMessageContaining("room for 65518 bytes")
        .satisfies(e -> assertThat(e.error()).isEqualTo(CompilerError.UNSUPPORTED_GRAPH));
  }
}
