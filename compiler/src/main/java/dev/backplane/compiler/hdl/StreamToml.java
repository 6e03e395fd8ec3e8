package dev.backplane.compiler.hdl;

import dev.backplane.compiler.component.TensorType;

/** The description of the streams at the ends of a network that stands alone. */
final class StreamToml {
  private StreamToml() {}

  static String of(Network network) {
    return "name = \""
        + network.unit()
        + "\"\nprotocol = \"stream\"\n"
        + side("input", network.input(), network.first())
        + side("output", network.output(), network.last());
  }

  private static String side(String name, TensorType type, ElementStream stream) {
    return """

    [SIDE]
    numbers = NUMBERS
    beat = BEAT
    width = WIDTH
    fraction = FRACTION
    """
        .replace("SIDE", name)
        .replace("NUMBERS", "" + type.shape().size())
        .replace("BEAT", "" + stream.beat())
        .replace("WIDTH", "" + type.format().width())
        .replace("FRACTION", "" + type.format().fraction());
  }
}
