package dev.backplane.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import dev.backplane.compiler.torch.TorchCall;
import dev.backplane.compiler.torch.TorchModule;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Modules for PyTorch as text: no Python is needed. */
class TorchModuleTest {
  @TempDir Path folder;

  private final Compiler compiler = Compiler.load();

  private TorchModule lower(String name, Graph graph) {
    return compiler.torch().lower(name, compiler.infer(compiler.quantize(graph)));
  }

  private static Graph relu() {
    return Networks.chain(Networks.input(8, 4, 2, 3), List.of(Attributes.NONE), List.of("relu"));
  }

  @Test
  void aNetworkIsOneCallForEachNode() {
    TorchModule module = lower("net", Networks.perceptron(1, 2));

    assertThat(module.source())
        .contains("    \"in\": {\"shape\": (6,), \"width\": 8, \"fraction\": 5},\n")
        .contains(
            """
                def forward(self, v_in):
                    v_in = checked(v_in, "in", (6,), 8)
                    v_linear0 = linear(v_in, weights=self.linear0__weights, \
            bias=self.linear0__bias, shift=\
            """)
        .contains("        v_relu1 = clip(v_linear0, shift=0, width=8, low=0, high=127)\n")
        .endsWith("        return v_linear2\n");
  }

  @Test
  void weightsAreAFileThatOnlyHasNumbers() throws Exception {
    TorchModule module = lower("net", Networks.perceptron(1, 2));
    module.write(folder.resolve("out"));
    ByteBuffer file =
        ByteBuffer.wrap(Files.readAllBytes(folder.resolve("out/net.safetensors")))
            .order(ByteOrder.LITTLE_ENDIAN);
    int length = Math.toIntExact(file.getLong());
    byte[] header = new byte[length];
    file.get(header);

    assertThat(new String(header, StandardCharsets.UTF_8))
        .startsWith(
            "{\"linear0__weights\":{\"dtype\":\"I64\",\"shape\":[7,6],\"data_offsets\":[0,336]},"
                + "\"linear0__bias\":{\"dtype\":\"I64\",\"shape\":[7],\"data_offsets\":[336,392]}");
    assertThat(length % 8).isZero();
    assertThat(file.remaining()).isEqualTo(8 * (42 + 7 + 21 + 3));
    assertThat(file.getLong()).isEqualTo(module.weights().tensors().firstEntry().getValue().get(0));
    assertThat(folder.resolve("out/net.py")).content().isEqualTo(module.source());
  }

  @Test
  void everyComponentWithHardwareHasAFunctionInPython() {
    assertThat(compiler.torch().handlers().types())
        .containsAll(compiler.verilog().handlers().types());
  }

  @ParameterizedTest
  @ValueSource(strings = {"lambda", "torch", "Async", "../x", "", "a b", "\u00e9"})
  void aNameThatPythonCannotImportIsRefused(String name) {
    assertThatExceptionOfType(CompilerException.class)
        .isThrownBy(() -> lower(name, relu()))
        .satisfies(e -> assertThat(e.error()).isEqualTo(CompilerError.BAD_NAME))
        .withMessageContaining("module");
  }

  @Test
  void argumentsAreLiteralsOfPython() {
    var override =
        compiler
            .torch()
            .handlers()
            .override(
                "relu",
                _ ->
                    new TorchCall(
                        "f",
                        Attributes.NONE
                            .with("text", "a\"\\\n")
                            .with("flag", new Attribute.Flag(true))
                            .with("real", new Attribute.Real(0.5))
                            .with("list", new Attribute.Sequence(List.of(new Attribute.Whole(2)))),
                        List.of()));
    assertThat(lower("net", relu()).source())
        .contains("f(v_in, text=\"a\\\"\\\\\\n\", flag=True, real=0.5, list=(2,))");
    override.remove();
  }

  @Test
  void aHandlerThatBreaksItsContractIsNamedWithTheNode() {
    for (TorchCall bad :
        List.of(
            new TorchCall("f", Attributes.NONE, List.of("missing.py")),
            new TorchCall(
                "f", Attributes.NONE.with("reals", RealTensor.of(Shape.of(1), 0.5)), List.of()))) {
      var override = compiler.torch().handlers().override("relu", _ -> bad);
      assertThatExceptionOfType(CompilerException.class)
          .isThrownBy(() -> lower("net", relu()))
          .satisfies(e -> assertThat(e.error()).isEqualTo(CompilerError.BAD_COMPONENT))
          .withMessageContaining("node relu0");
      override.remove();
    }
  }
}
