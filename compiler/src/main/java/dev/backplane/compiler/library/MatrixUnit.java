package dev.backplane.compiler.library;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.component.AttributeDescription;
import dev.backplane.compiler.component.AttributeDescription.Kind;
import dev.backplane.compiler.hdl.Beats;
import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.hdl.HdlNode;
import dev.backplane.compiler.hdl.HdlPart;
import dev.backplane.compiler.hdl.Rom;
import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * Configures the static unit {@code backplane_matrix} as a layer that takes several inputs in a
 * clock: its parameters, and memories of weights and biases. A layer whose node has the attribute
 * {@code simd} becomes this unit, others are a {@link LinearUnit}.
 *
 * @param layer the layer
 * @param simd how many inputs it takes in a clock
 * @param sumWidth the width of a sum in bits
 */
public record MatrixUnit(LinearLayer layer, int simd, int sumWidth) {
  /** The attribute that says how many inputs a layer takes in a clock. */
  public static final String SIMD = "simd";

  static final String UNIT = "backplane_matrix";

  /**
   * The hardware of a layer: this unit if its node says how many inputs it takes in a clock, and
   * what puts sums into the output's format.
   *
   * @param node the node, whose stream or the section before it gives the inputs
   * @param purpose what the unit is, as a sentence
   * @param layer the layer
   * @return the units with their memories
   */
  public static List<HdlPart> parts(HdlNode node, String purpose, LinearLayer layer) {
    int simd = simd(node.node().attributes());
    if (simd == 0) {
      LinearUnit unit = LinearUnit.of(layer);
      return RescaleUnit.behind(node, purpose, layer, unit.instance(), unit.roms());
    }
    MatrixUnit unit = new MatrixUnit(layer, simd, layer.sumWidth());
    return RescaleUnit.behind(node, purpose, layer, unit.instance(), unit.roms());
  }

  /**
   * {@return how many inputs a layer takes in a clock, 0 if it does not say so}
   *
   * @param attributes the attributes of its node
   */
  public static int simd(Attributes attributes) {
    return attributes.find(SIMD, Attribute.Whole.class).isPresent() ? attributes.integer(SIMD) : 0;
  }

  /** {@return the description of the attribute {@code simd}} */
  public static AttributeDescription described() {
    return AttributeDescription.optional(
        SIMD, Kind.WHOLE, "1", "how many inputs hardware takes in a clock");
  }

  /** Checks that whole steps take all inputs, and whole groups make all outputs. */
  static void check(Attributes attributes, int inputs, int outputs, int lanes) {
    int simd = simd(attributes);
    if (!attributes.has(SIMD)) {
      return;
    }
    if (simd < 1 || inputs % simd != 0) {
      throw new CompilerException(
          CompilerError.ATTRIBUTE_INVALID,
          "attribute " + SIMD,
          simd + " does not divide the " + inputs + " inputs");
    }
    if (outputs % lanes != 0) {
      throw new CompilerException(
          CompilerError.ATTRIBUTE_INVALID,
          "attribute lanes",
          lanes + " does not divide the " + outputs + " outputs, as it has to beside " + SIMD);
    }
  }

  /** {@return the instance of the static unit} */
  public HdlInstance instance() {
    return new HdlInstance(
        UNIT,
        true,
        parameters(),
        List.of("backplane_requantize", UNIT),
        new Beats(simd, beat(), false));
  }

  /** {@return the number of steps that take all inputs} */
  public int folds() {
    return layer.inputs() / simd;
  }

  /** {@return the number of results in a beat: the fewest with which they do not hold up a step} */
  public int beat() {
    int beat = Math.ceilDiv(layer.lanes(), folds());
    while (layer.lanes() % beat != 0) {
      beat++;
    }
    return beat;
  }

  /** {@return the number of levels with registers that the tree of a sum has} */
  int levels() {
    int levels = 0;
    while (1L << (2 * levels) < simd) {
      levels++;
    }
    return levels;
  }

  private SequencedMap<String, Integer> parameters() {
    int parts = layer.lanes() / beat();
    SequencedMap<String, Integer> parameters = new LinkedHashMap<>();
    parameters.put("IN_WIDTH", layer.input().width());
    parameters.put("WEIGHT_WIDTH", layer.weightFormat().width());
    parameters.put("SUM_WIDTH", sumWidth);
    parameters.put("OUT_WIDTH", layer.unitWidth());
    parameters.put("SHIFT", layer.unitShift());
    parameters.put("SIMD", simd);
    parameters.put("LEVELS", levels());
    parameters.put("LEAVES", 1 << (2 * levels()));
    parameters.put("FOLDS", folds());
    parameters.put("FOLD_WIDTH", Rom.indexWidth(folds()));
    parameters.put("LANES", layer.lanes());
    parameters.put("GROUPS", layer.groups());
    parameters.put("GROUP_WIDTH", Rom.indexWidth(layer.groups()));
    parameters.put("BEAT", beat());
    parameters.put("PARTS", parts);
    parameters.put("PART_WIDTH", Rom.indexWidth(parts));
    parameters.put("BIAS_WORDS", biasWords());
    parameters.put("BIAS_ADDRESS_WIDTH", Rom.indexWidth(biasWords()));
    parameters.put("WEIGHT_WORDS", weightWords());
    parameters.put("WEIGHT_ADDRESS_WIDTH", Rom.indexWidth(weightWords()));
    return parameters;
  }

  /** {@return the memories that it reads; one word alone is a constant} */
  public List<Rom> roms() {
    int inputs = layer.inputs();
    return List.of(
        Rom.of(
            "weights",
            weightWords(),
            layer.lanes() * simd,
            layer.weightFormat().width(),
            (address, factor) -> {
              int output = address / folds() * layer.lanes() + factor / simd;
              int input = address % folds() * simd + factor % simd;
              return layer.weights().get(output * inputs + input);
            }),
        Rom.of(
            "biases",
            biasWords(),
            layer.lanes(),
            sumWidth,
            (address, lane) -> layer.biases().get(address * layer.lanes() + lane)));
  }

  private int biasWords() {
    return layer.blocks() * layer.groups();
  }

  private int weightWords() {
    return biasWords() * folds();
  }
}
