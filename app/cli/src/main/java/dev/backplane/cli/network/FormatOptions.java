package dev.backplane.cli.network;

import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.Options;
import dev.backplane.compiler.calibration.QuantizationOptions;
import dev.backplane.compiler.calibration.QuantizationOptions.BitsOf;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** How formats are chosen: scales, ranges, and bits of single layers. */
final class FormatOptions extends Options {
  /** The words of --scales. */
  enum Scales {
    ANY,
    POWER_OF_TWO;

    @Override
    public String toString() {
      return words(name());
    }
  }

  /** The words of --weights. */
  enum Weights {
    PER_CHANNEL,
    PER_TENSOR;

    @Override
    public String toString() {
      return words(name());
    }
  }

  /** The words of --ranges. */
  enum Ranges {
    MINMAX,
    PERCENTILE,
    LEAST_ERROR;

    @Override
    public String toString() {
      return words(name());
    }
  }

  /** The words of an option that has another default in other cases. */
  enum Switch {
    ON,
    OFF
  }

  private final Option<Scales> scales =
      option(Scales.class, "--scales")
          .label("any|power-of-two")
          .byDefault("any")
          .about(
              "What a step of a format may be. Results are multiplied with any, and only shifted"
                  + " with power-of-two. Default: ${DEFAULT-VALUE}.");

  private final Option<Weights> weights =
      option(Weights.class, "--weights")
          .label("per-channel|per-tensor")
          .about(
              "What has a scale of its own. Default: per-channel with any scale, and per-tensor"
                  + " with powers of two.");

  private final Option<Ranges> ranges =
      option(Ranges.class, "--ranges")
          .label("minmax|percentile|least-error")
          .about(
              "How the range of a tensor is chosen. Default: percentile with --percentile,"
                  + " otherwise least-error with any scale, and minmax with powers of two.");

  private final Option<Switch> biasCorrection =
      option(Switch.class, "--bias-correction")
          .label("on|off")
          .about(
              "Let biases make up for the mean error of rounded weights. Default: on with any"
                  + " scale, off with powers of two.");

  private final Option<Boolean> equalize =
      flag("--equalize")
          .about("Scale channels between two layers, so that the weights of all are alike.");

  private final Option<Map<String, String>> bitsOf =
      map(String.class, String.class, "--bits-of")
          .label("PATTERN=BITS")
          .about(
              "Other bits of the layers with such a name, in the network or in the model; * stands"
                  + " for any characters: --bits-of 'conv*=8,4'.");

  private static String words(String name) {
    return name.toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** {@return the options of the command line; a share below 1 is that of --percentile} */
  QuantizationOptions options(double share) {
    QuantizationOptions options =
        scales.get() == Scales.ANY
            ? QuantizationOptions.accurate()
            : QuantizationOptions.powersOfTwo();
    if (weights.isPresent()) {
      options =
          options.with(
              weights.get() == Weights.PER_CHANNEL
                  ? QuantizationOptions.Weights.PER_CHANNEL
                  : QuantizationOptions.Weights.PER_TENSOR);
    }
    if (ranges.isPresent()) {
      options =
          switch (ranges.get()) {
            case MINMAX -> options.with(QuantizationOptions.Ranges.MIN_MAX);
            case PERCENTILE -> options.withShare(share);
            case LEAST_ERROR -> options.with(QuantizationOptions.Ranges.LEAST_ERROR);
          };
    } else if (share < 1) {
      options = options.withShare(share);
    }
    if (biasCorrection.isPresent()) {
      options = options.withBiasCorrection(biasCorrection.get() == Switch.ON);
    }
    return options.withEqualize(equalize.get()).withBits(bits());
  }

  private List<BitsOf> bits() {
    List<BitsOf> bits = new ArrayList<>();
    bitsOf
        .get()
        .forEach(
            (pattern, text) -> {
              String[] numbers = text.split(",", -1);
              if (numbers.length > 2 || !text.matches("[0-9]{1,2}(,[0-9]{1,2})?")) {
                throw mistake(
                    "--bits-of "
                        + pattern
                        + "="
                        + text
                        + " needs bits of activations and weights,"
                        + " such as 8,4");
              }
              bits.add(
                  new BitsOf(
                      pattern,
                      Integer.parseInt(numbers[0]),
                      Integer.parseInt(numbers[numbers.length - 1])));
            });
    return bits;
  }
}
