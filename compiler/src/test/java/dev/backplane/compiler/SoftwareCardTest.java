package dev.backplane.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.Device;
import dev.backplane.api.Image;
import dev.backplane.api.Kernel;
import dev.backplane.compiler.component.Interpreter;
import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.hdl.Design;
import dev.backplane.compiler.hdl.HdlPass;
import dev.backplane.rtl.image.ImageBuild;
import dev.backplane.runtime.Backplane;
import dev.backplane.runtime.selector.DeviceSelector;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A graph becomes an image, and the image computes on a card what the interpreter computes. */
@EnabledIf("dev.backplane.compiler.Tools#haveVerilator")
class SoftwareCardTest {
  private static final Duration DEADLINE = Duration.ofMinutes(1);

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 300})
  void aPerceptronPredictsOnTheCardWhatTheInterpreterPredicts(int samples) {
    check(samples, Compiler::verilog);
  }

  @Test
  @EnabledIf("dev.backplane.compiler.Tools#haveGhdl")
  void soItDoesInVhdl() {
    check(100, Compiler::vhdl);
  }

  private void check(int samples, Function<Compiler, HdlPass> pass) {
    Compiler compiler = Compiler.load();
    TypedGraph graph = compiler.infer(compiler.quantize(Networks.perceptron(3, 2)));
    Design design = pass.apply(compiler).lower("perceptron", graph);
    Path sources = folder.resolve("design");
    Image image =
        Image.of(
            "perceptron",
            ImageBuild.of(design.write(sources))
                .kernel(sources.resolve(design.description().name()))
                .build(_ -> {})
                .bytes());
    int[] input = new Random(5).ints(6L * samples, -128, 128).toArray();
    int[] output = new int[3 * samples];
    try (Backplane backplane = Backplane.open();
        Device device = backplane.find(DeviceSelector.parse("softcard:*")).open()) {
      Kernel kernel = device.load(image).kernel("perceptron");
      try (Buffer in = kernel.buffer("input", Math.max(4, 4L * input.length));
          Buffer out = kernel.buffer("output", Math.max(4, 4L * output.length))) {
        in.write(input).sync();
        kernel.start(in, out, samples).await(DEADLINE);
        out.syncBack().read(output);
      }
    }

    Interpreter interpreter = Interpreter.of(graph);
    for (int i = 0; i < samples; i++) {
      long[] vector = new long[6];
      for (int j = 0; j < 6; j++) {
        vector[j] = input[6 * i + j];
      }
      long[] expected = interpreter.run(vector);
      for (int j = 0; j < 3; j++) {
        assertThat(output[3 * i + j]).as("output %d of sample %d", j, i).isEqualTo(expected[j]);
      }
    }
  }
}
