package dev.backplane.compiler.library.binary;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.hdl.Rom;
import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.IntegerTensor;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * The parameters of a layer of signs, checked, and the static unit that it becomes.
 *
 * @param weights the weights, -1 or 1, outputs x inputs in row-major order
 * @param outputs how many outputs there are
 * @param lanes how many signs hardware compares at a time
 * @param output the format of the outputs
 */
record BinaryLayer(IntegerTensor weights, int outputs, int lanes, FixedPoint output) {
  static final String UNIT = "backplane_binary";
  static final List<String> USES = List.of("backplane_requantize", UNIT);

  static BinaryLayer of(Attributes attributes, int outputs) {
    IntegerTensor weights = attributes.get("weights", IntegerTensor.class);
    for (int i = 0; i < weights.size(); i++) {
      if (Math.abs(weights.get(i)) != 1) {
        throw new CompilerException(
            CompilerError.ATTRIBUTE_INVALID,
            "attribute weights",
            "element " + i + ", " + weights.get(i) + ", is neither -1 nor 1");
      }
    }
    int inputs = weights.size() / outputs;
    int lanes =
        attributes.find("lanes", Attribute.Whole.class).isPresent()
            ? attributes.integer("lanes")
            : inputs;
    if (lanes < 1 || lanes > inputs) {
      throw new CompilerException(
          CompilerError.ATTRIBUTE_INVALID,
          "attribute lanes",
          lanes + " is not between 1 and the " + inputs + " inputs");
    }
    return new BinaryLayer(weights, outputs, lanes, new FixedPoint(attributes.integer("width"), 0));
  }

  int inputs() {
    return weights.size() / outputs;
  }

  /** Computes the outputs for inputs from an offset on, to another offset on. */
  void compute(long[] input, int from, long[] result, int to) {
    int inputs = inputs();
    for (int o = 0; o < outputs; o++) {
      long sum = 0;
      for (int i = 0; i < inputs; i++) {
        sum += input[from + i] < 0 ? -weights.get(o * inputs + i) : weights.get(o * inputs + i);
      }
      result[to + o] = output.saturate(sum);
    }
  }

  private int chunks() {
    return Math.ceilDiv(inputs(), lanes);
  }

  HdlInstance instance(int inputWidth) {
    SequencedMap<String, Integer> parameters = new LinkedHashMap<>();
    parameters.put("IN_WIDTH", inputWidth);
    parameters.put("OUT_WIDTH", output.width());
    int countWidth = Rom.indexWidth(inputs() + 1) + 1;
    parameters.put("COUNT_WIDTH", countWidth);
    parameters.put("SUM_WIDTH", Math.max(countWidth + 1, output.width()));
    parameters.put("INPUTS", inputs());
    parameters.put("INDEX_WIDTH", Rom.indexWidth(inputs()));
    parameters.put("LANES", lanes);
    parameters.put("LANE_WIDTH", Rom.indexWidth(lanes));
    parameters.put("CHUNKS", chunks());
    parameters.put("CHUNK_WIDTH", Rom.indexWidth(chunks()));
    parameters.put("WORDS", outputs * chunks());
    parameters.put("ADDRESS_WIDTH", Rom.indexWidth(outputs * chunks()));
    return new HdlInstance(UNIT, true, parameters, USES);
  }

  /**
   * The weights as bits, output after output, a chunk of lanes in a word. Behind the last input are
   * ones: they differ from the zeros that are there in the inputs.
   */
  Rom rom() {
    int inputs = inputs();
    int chunks = chunks();
    BitSet ones = new BitSet();
    for (int i = 0; i < weights.size(); i++) {
      ones.set(i, weights.get(i) > 0);
    }
    return Rom.of(
        "weights",
        outputs * chunks,
        lanes,
        1,
        (address, lane) -> {
          int input = address % chunks * lanes + lane;
          return input >= inputs || ones.get(address / chunks * inputs + input) ? 1 : 0;
        });
  }
}
