package dev.backplane.examples.digits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.onnx.OnnxWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TrainingTest {
  private static final DigitSet DIGITS = DrawnDigits.set(400, 100, 3);

  @TempDir Path folder;

  static Stream<TrainableNetwork> networks() {
    return Stream.of(new Perceptron(12, 1), new ConvolutionalNetwork(3, 1));
  }

  private static TrainableNetwork trained(TrainableNetwork network) {
    new Training(8, 0.02, 1).run(network, DIGITS.training(), _ -> {});
    return network;
  }

  private static int[] predictions(TrainableNetwork network) {
    long[][] scores = new long[DIGITS.test().size()][];
    for (int i = 0; i < scores.length; i++) {
      double[] reals = network.scores(DIGITS.test().get(i));
      scores[i] = Arrays.stream(reals).mapToLong(real -> (long) (real * 1e6)).toArray();
    }
    return new Scores(scores).predictions();
  }

  @ParameterizedTest
  @MethodSource("networks")
  void aNetworkLearnsDigitsAndReadsOthers(TrainableNetwork network) {
    int[] before = predictions(network);
    int[] after = predictions(trained(network));

    assertThat(new ConfusionMatrix(DIGITS.test(), before).accuracy()).isLessThan(0.4);
    assertThat(new ConfusionMatrix(DIGITS.test(), after).accuracy()).isGreaterThan(0.9);
  }

  @Test
  void theSameSeedGivesTheSameModel() {
    assertThat(OnnxWriter.toBytes(trained(new Perceptron(4, 1)).toOnnx()))
        .isEqualTo(OnnxWriter.toBytes(trained(new Perceptron(4, 1)).toOnnx()));
  }

  @ParameterizedTest
  @MethodSource("networks")
  void itsOnnxModelPredictsWhatItPredicts(TrainableNetwork network) {
    trained(network);
    Path file = folder.resolve("digits.onnx");
    OnnxWriter.write(network.toOnnx(), file);

    assertThat(TrainedModel.read(file, Compiler.load()).predictions(DIGITS.test()))
        .isEqualTo(predictions(network));
  }

  @Test
  void itSaysHowFarItIs() {
    List<Integer> seen = new ArrayList<>();
    new Training(3, 0.02, 1).run(new Perceptron(2, 1), DIGITS.training(), seen::add);

    assertThat(seen).containsExactly(0, 400, 800, 1200);
  }
}
