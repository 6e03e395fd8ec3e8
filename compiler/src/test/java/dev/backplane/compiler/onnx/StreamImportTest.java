package dev.backplane.compiler.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.backplane.compiler.BitEquality;
import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.hdl.HdlPass;
import dev.backplane.compiler.ir.Node;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Products of branches, ranges, reductions and functions mean what they mean in onnxruntime. */
class StreamImportTest {
  @TempDir Path folder;

  private final Compiler compiler = Compiler.load();

  static Stream<OnnxModel> models() {
    return Stream.of(
        StreamModels.squeezed(),
        StreamModels.positions(),
        StreamModels.products(),
        StreamModels.gelus(),
        StreamModels.functions(),
        StreamModels.wholeNumbers(),
        StreamModels.reductions(),
        StreamModels.ranges(),
        StreamModels.larger(),
        StreamModels.attention(),
        StreamModels.heads(),
        StreamModels.normalized());
  }

  @ParameterizedTest
  @MethodSource("models")
  void aModelMeansTheSameInRealNumbersWithTablesOrProducts(OnnxModel model) throws Exception {
    for (BitWidths widths : List.of(new BitWidths(16, 16), new BitWidths(8, 8))) {
      ImportedRun run = new ImportedRun(compiler, model, widths);
      try (Onnxruntime oracle = new Onnxruntime(OnnxWriter.toBytes(model))) {
        Random random = new Random(11);
        for (int i = 0; i < 10; i++) {
          double[] input =
              random
                  .doubles(run.model().inputShape().size(), -2, 2)
                  .map(each -> (float) each)
                  .toArray();
          double[] expected = oracle.run(OnnxruntimeTest.extents(model), input);
          double[] real = run.real(input);
          assertThat(real).hasSameSizeAs(expected);
          for (int k = 0; k < real.length; k++) {
            assertThat(real[k]).isCloseTo(expected[k], within(1e-5));
          }
        }
      }
    }
  }

  private static List<String> types(OnnxModel model, int bits) {
    return OnnxImport.of(model, new BitWidths(bits, 8)).graph().nodes().stream()
        .map(Node::type)
        .toList();
  }

  @Test
  void aProductOfANumberWithAFunctionOfItselfIsOneTable() {
    assertThat(types(StreamModels.products(), 8))
        .containsExactly("input", "silu", "hard_swish", "hard_swish", "mish", "output");
    assertThat(types(StreamModels.gelus(), 8))
        .containsExactly("input", "gelu", "gelu_tanh", "output");
  }

  @Test
  void aProductStaysWhereATableWouldHaveFewerBits() {
    assertThat(types(StreamModels.products(), 16)).contains("multiply", "sigmoid", "hard_sigmoid");
    assertThat(types(StreamModels.gelus(), 16)).contains("multiply", "erf", "tanh");
  }

  @Test
  void aNormalisationThatIsWrittenAsSeveralOperatorsIsOne() {
    assertThat(types(StreamModels.normalized(), 16))
        .containsExactly(
            "input",
            "layer_norm",
            "batch_normalization",
            "layer_norm",
            "batch_normalization",
            "batch_normalization",
            "output");
  }

  @Test
  @EnabledIf("dev.backplane.compiler.Tools#haveVerilator")
  void importedAttentionIsTheSameInVerilog() {
    check(compiler.verilog());
  }

  @Test
  @EnabledIf("dev.backplane.compiler.Tools#haveGhdl")
  void importedAttentionIsTheSameInVhdl() {
    check(compiler.vhdl());
  }

  private void check(HdlPass pass) {
    ImportedRun run = new ImportedRun(compiler, StreamModels.heads(), new BitWidths(8, 8));

    BitEquality.check(pass, run.typed(), folder.resolve("rtl"), 100, 5);
  }
}
