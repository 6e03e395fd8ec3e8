package dev.backplane.rtl.corpus;

import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.ForwardingEngine;
import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.netlist.Port;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Keeps the outputs of a design before every edge. */
final class OutputRecorder extends ForwardingEngine {
  private final List<Pin> outputs;
  private final long[] ones;
  private final long[] zeros;
  private final int width;
  private long[] words = new long[1 << 12];
  private int size;

  /**
   * Records an engine.
   *
   * @param engine the engine, which is used through this one only
   */
  OutputRecorder(Engine engine) {
    super(engine);
    // By name: engines may list ports in different orders.
    outputs =
        engine.pins().stream()
            .filter(pin -> pin.port().direction() == Port.Direction.OUTPUT)
            .sorted(Comparator.comparing(pin -> pin.port().name()))
            .toList();
    width = outputs.stream().mapToInt(OutputRecorder::words).sum();
    ones = new long[width];
    zeros = new long[width];
  }

  private static int words(Pin pin) {
    return (pin.port().width() + 63) / 64;
  }

  @Override
  public void edge(int clock) {
    record();
    engine.edge(clock);
  }

  @Override
  public void edges(long clocks) {
    record();
    engine.edges(clocks);
  }

  private void record() {
    engine.settle();
    if (size + width > words.length) {
      words = Arrays.copyOf(words, 2 * (size + width));
    }
    int at = 0;
    for (Pin pin : outputs) {
      for (int word = 0; word < words(pin); word++) {
        long value = pin.word(word);
        words[size++] = value;
        ones[at] |= value;
        zeros[at++] |= ~value;
      }
    }
  }

  /** The first difference from another engine of the same design, or an empty string. */
  String difference(OutputRecorder other) {
    int at = Arrays.mismatch(words, 0, size, other.words, 0, other.size);
    if (at < 0) {
      return "";
    }
    if (at >= Math.min(size, other.size)) {
      return "%d steps, and %d on the other engine".formatted(size / width, other.size / width);
    }
    int rest = at % width;
    for (Pin pin : outputs) {
      if (rest < words(pin)) {
        return "step %d: word %d of %s is %x, and %x on the other engine"
            .formatted(at / width, rest, pin.port(), words[at], other.words[at]);
      }
      rest -= words(pin);
    }
    throw new AssertionError("no pin has word " + at % width);
  }

  /** The outputs of which no bit was ever seen with both values. */
  List<String> constantOutputs() {
    Stream.Builder<String> constant = Stream.builder();
    int at = 0;
    for (Pin pin : outputs) {
      long toggled = 0;
      for (int word = 0; word < words(pin); word++, at++) {
        toggled |= ones[at] & zeros[at];
      }
      if (toggled == 0) {
        constant.add(pin.port().name());
      }
    }
    return constant.build().toList();
  }
}
