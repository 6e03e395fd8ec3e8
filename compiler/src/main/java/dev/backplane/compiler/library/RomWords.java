package dev.backplane.compiler.library;

import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * The contents of the memories of a linear layer, and the widths that go with them, for every
 * language: the weights of group after group and input after input, lane 0 in the lowest bits.
 */
final class RomWords {
  private static final char[] DIGITS = "0123456789abcdef".toCharArray();

  private final LinearLayer layer;
  private final int sumWidth;

  RomWords(LinearLayer layer) {
    this.layer = layer;
    this.sumWidth = layer.sumWidth();
  }

  int sumWidth() {
    return sumWidth;
  }

  int depth() {
    return layer.groups() * layer.inputs();
  }

  int addressWidth() {
    return indexWidth(depth());
  }

  int groupWidth() {
    return indexWidth(layer.groups());
  }

  /** About how long all words together are as text. */
  int characters() {
    return depth() * (layer.lanes() * layer.weightFormat().width() / 4 + 32);
  }

  /** The generics or parameters of the static unit. */
  SequencedMap<String, Integer> parameters() {
    SequencedMap<String, Integer> parameters = new LinkedHashMap<>();
    parameters.put("IN_WIDTH", layer.input().width());
    parameters.put("WEIGHT_WIDTH", layer.weightFormat().width());
    parameters.put("SUM_WIDTH", sumWidth);
    parameters.put("OUT_WIDTH", layer.output().width());
    parameters.put("SHIFT", layer.shift());
    parameters.put("INPUTS", layer.inputs());
    parameters.put("INDEX_WIDTH", indexWidth(layer.inputs()));
    parameters.put("OUTPUTS", layer.outputs());
    parameters.put("LANES", layer.lanes());
    parameters.put("LANE_WIDTH", indexWidth(layer.lanes()));
    parameters.put("GROUPS", layer.groups());
    parameters.put("GROUP_WIDTH", groupWidth());
    parameters.put("ADDRESS_WIDTH", addressWidth());
    return parameters;
  }

  /** A word of weights as hexadecimal digits. */
  String weights(int address) {
    int group = address / layer.inputs();
    int input = address % layer.inputs();
    Bits bits = new Bits(layer.lanes() * layer.weightFormat().width());
    for (int lane = 0; lane < layer.lanes(); lane++) {
      int output = group * layer.lanes() + lane;
      if (output < layer.outputs()) {
        bits.put(
            lane * layer.weightFormat().width(),
            layer.weightFormat().width(),
            layer.weights().get(output * layer.inputs() + input));
      }
    }
    return bits.hex();
  }

  /** A word of biases as hexadecimal digits. */
  String biases(int group) {
    Bits bits = new Bits(layer.lanes() * sumWidth);
    for (int lane = 0; lane < layer.lanes(); lane++) {
      int output = group * layer.lanes() + lane;
      if (output < layer.outputs()) {
        bits.put(lane * sumWidth, sumWidth, layer.biases().get(output));
      }
    }
    return bits.hex();
  }

  static int indexWidth(int count) {
    return Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(count - 1));
  }

  /** Numbers side by side. */
  private static final class Bits {
    private final int count;
    private final long[] words;

    Bits(int count) {
      this.count = count;
      this.words = new long[Math.ceilDiv(count, Long.SIZE) + 1];
    }

    void put(int position, int width, long value) {
      long low = value & (-1L >>> (Long.SIZE - width));
      int word = position / Long.SIZE;
      int shift = position % Long.SIZE;
      words[word] |= low << shift;
      if (shift > 0) {
        words[word + 1] |= low >>> (Long.SIZE - shift);
      }
    }

    String hex() {
      char[] text = new char[Math.ceilDiv(count, 4)];
      for (int digit = 0; digit < text.length; digit++) {
        long word = words[digit / 16] >>> (digit % 16 * 4);
        text[text.length - 1 - digit] = DIGITS[(int) (word & 15)];
      }
      return new String(text);
    }
  }
}
