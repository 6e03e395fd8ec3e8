package dev.backplane.compiler.library.binary;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.component.AttributeDescription;
import dev.backplane.compiler.component.AttributeDescription.Kind;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.hdl.Rom;
import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.IntegerTensor;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import java.util.Arrays;
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
public record BinaryLayer(IntegerTensor weights, int outputs, int lanes, FixedPoint output) {
  private static final String UNIT = "backplane_binary";
  private static final List<String> USES = List.of("backplane_requantize", UNIT);

  /**
   * Reads weights, width and lanes.
   *
   * @param attributes the attributes of the node
   * @param outputs how many outputs there are
   * @return the layer
   */
  public static BinaryLayer of(Attributes attributes, int outputs) {
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

  /** {@return how many inputs there are} */
  public int inputs() {
    return weights.size() / outputs;
  }

  /**
   * Computes the outputs.
   *
   * @param inputs the inputs, of which the signs count
   * @param results where the outputs are put
   * @param position where the first of them is put
   */
  public void compute(long[] inputs, long[] results, int position) {
    for (int o = 0; o < outputs; o++) {
      long sum = 0;
      for (int i = 0, w = o * inputs.length; i < inputs.length; i++, w++) {
        sum += inputs[i] < 0 ? -weights.get(w) : weights.get(w);
      }
      results[position + o] = output.saturate(sum);
    }
  }

  /** {@return a node with the signs of its weights, if they are reals} */
  public static Node withSigns(Node node) {
    if (!(node.attributes().values().get("weights") instanceof RealTensor reals)) {
      return node;
    }
    return node.withAttributes(
        node.attributes().with("weights", IntegerTensor.of(reals.shape(), signs(reals))));
  }

  /** {@return -1 for each element below 0, and 1 for each other} */
  public static long[] signs(RealTensor reals) {
    return Arrays.stream(reals.toArray()).mapToLong(real -> real < 0 ? -1 : 1).toArray();
  }

  private int chunks() {
    return Math.ceilDiv(inputs(), lanes);
  }

  /**
   * Gives the static unit.
   *
   * @param inputWidth how many bits an input has
   * @return its instance
   */
  public HdlInstance instance(int inputWidth) {
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
   *
   * @return the memory of the static unit
   */
  public Rom rom() {
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

  /**
   * Describes what layers of signs have in common.
   *
   * @param weights which extents the weights have, in words
   * @return what people read of the attributes
   */
  public static List<AttributeDescription> described(String weights) {
    return List.of(
        AttributeDescription.needed("weights", Kind.TENSOR, weights),
        AttributeDescription.needed("width", Kind.WHOLE, "bits of the output, a whole number"),
        AttributeDescription.optional(
            "lanes", Kind.WHOLE, "all inputs", "how many signs hardware compares at a time"));
  }
}
