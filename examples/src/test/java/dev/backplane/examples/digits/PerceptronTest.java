package dev.backplane.examples.digits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.onnx.OnnxWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PerceptronTest {
  private static final DigitSet DIGITS = DrawnDigits.set(400, 100, 3);

  @TempDir Path folder;

  private static Perceptron train() {
    return Perceptron.train(DIGITS.training(), 12, 5, 1, _ -> {});
  }

  private static int[] predictions(Perceptron network) {
    long[][] scores = new long[DIGITS.test().size()][];
    for (int i = 0; i < scores.length; i++) {
      double[] reals = network.scores(DIGITS.test().get(i));
      scores[i] = Arrays.stream(reals).mapToLong(real -> (long) (real * 1e6)).toArray();
    }
    return new Scores(scores).predictions();
  }

  @Test
  void itLearnsDigitsAndReadsOthers() {
    ConfusionMatrix confusion = new ConfusionMatrix(DIGITS.test(), predictions(train()));

    assertThat(confusion.accuracy()).isGreaterThan(0.9);
  }

  @Test
  void theSameSeedGivesTheSameModel() {
    assertThat(OnnxWriter.toBytes(train().toOnnx()))
        .isEqualTo(OnnxWriter.toBytes(train().toOnnx()));
  }

  @Test
  void itsOnnxModelPredictsWhatItPredicts() {
    Perceptron network = train();
    Path file = folder.resolve("digits.onnx");
    OnnxWriter.write(network.toOnnx(), file);

    assertThat(TrainedModel.read(file, Compiler.load()).predictions(DIGITS.test()))
        .isEqualTo(predictions(network));
  }

  @Test
  void itSaysHowFarItIs() {
    List<Integer> seen = new ArrayList<>();
    Perceptron.train(DIGITS.training(), 2, 3, 1, seen::add);

    assertThat(seen).containsExactly(0, 400, 800, 1200);
  }
}
