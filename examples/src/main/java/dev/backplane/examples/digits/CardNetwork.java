package dev.backplane.examples.digits;

import dev.backplane.api.Buffer;
import dev.backplane.api.Device;
import dev.backplane.api.Image;
import dev.backplane.api.Kernel;
import dev.backplane.api.RunReport;
import dev.backplane.compiler.hdl.Design;
import dev.backplane.rtl.images.ImageBuild;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;

/** A network as a kernel on a card. */
final class CardNetwork {
  private static final int BATCH = 100;
  private static final Duration LONG = Duration.ofMinutes(5);

  private final QuantizedNetwork network;
  private final Kernel kernel;
  private long cycles;
  private Duration elapsed = Duration.ZERO;

  private CardNetwork(QuantizedNetwork network, Kernel kernel) {
    this.network = network;
    this.kernel = kernel;
  }

  /** {@return an image with the design as its only kernel, as {@code backplane build} makes it} */
  static Image image(Design design, List<Path> sources) {
    Path description = sources.getFirst().resolveSibling(design.description().name());
    return Image.of(
        design.top(), ImageBuild.of(sources).kernel(description).build(_ -> {}).bytes());
  }

  /**
   * Loads a network onto a card.
   *
   * @param network the network
   * @param card the card
   * @param image an image that has its kernel
   * @return the network on the card
   */
  static CardNetwork load(QuantizedNetwork network, Device card, Image image) {
    return new CardNetwork(network, card.load(image).kernel(image.name()));
  }

  /**
   * Has the card compute, batch by batch.
   *
   * @param digits the digits, at least one
   * @param progress takes how many are done
   * @return what the card gives for them
   */
  Scores run(List<Digit> digits, IntConsumer progress) {
    int[] pixels = network.pixels(digits);
    long[][] scores = new long[digits.size()][Digit.CLASSES];
    int batch = Math.min(BATCH, digits.size());
    int[] output = new int[batch * Digit.CLASSES];
    try (Buffer in = kernel.buffer("input", 4L * batch * Digit.PIXELS);
        Buffer out = kernel.buffer("output", 4L * output.length)) {
      for (int first = 0; first < scores.length; first += batch) {
        int count = Math.min(batch, scores.length - first);
        int start = first * Digit.PIXELS;
        in.write(Arrays.copyOfRange(pixels, start, start + count * Digit.PIXELS)).sync();
        RunReport report = kernel.start(in, out, count).await(LONG);
        cycles += report.cycles();
        elapsed = elapsed.plus(report.elapsed());
        out.syncBack().read(output);
        for (int i = 0; i < count * Digit.CLASSES; i++) {
          scores[first + i / Digit.CLASSES][i % Digit.CLASSES] = output[i];
        }
        progress.accept(first + count);
      }
    }
    return new Scores(scores);
  }

  /** {@return clock cycles of all runs} */
  long cycles() {
    return cycles;
  }

  /** {@return the wall-clock time that the card took for all runs} */
  Duration elapsed() {
    return elapsed;
  }
}
