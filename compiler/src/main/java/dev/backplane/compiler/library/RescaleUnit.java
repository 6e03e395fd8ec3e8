package dev.backplane.compiler.library;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.fixed.Rescaling;
import dev.backplane.compiler.hdl.Beats;
import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.hdl.HdlNode;
import dev.backplane.compiler.hdl.HdlPart;
import dev.backplane.compiler.hdl.Rom;
import dev.backplane.compiler.hdl.RomSection;
import dev.backplane.compiler.hdl.RomUnit;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.IntegerTensor;
import dev.backplane.compiler.ir.Shape;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * Configures the static unit {@code backplane_rescale}, which puts exact results into a format with
 * another scale or zero: its parameters, and a memory of multipliers.
 *
 * @param rescaling what it computes
 * @param inputWidth how many bits an element that comes in has
 * @param inputZero what is taken off each of them before it is multiplied
 * @param low the smallest result
 * @param high the largest
 */
public record RescaleUnit(
    Rescaling rescaling, int inputWidth, long inputZero, long low, long high) {
  static final String UNIT = "backplane_rescale";
  private static final List<String> USES = List.of("backplane_requantize", "backplane_fit", UNIT);

  /** Checks the zero. */
  public RescaleUnit {
    if (inputZero != (int) inputZero) {
      throw new CompilerException(
          CompilerError.WIDTH_MISMATCH,
          "",
          "the zeros of its inputs are " + inputZero + " together, which needs more than 32 bits");
    }
  }

  /**
   * A unit whose results have the whole range of their format.
   *
   * @param rescaling what it computes
   * @param inputWidth how many bits an element that comes in has
   * @param inputZero what is taken off each of them before it is multiplied
   * @return the unit
   */
  public static RescaleUnit of(Rescaling rescaling, int inputWidth, long inputZero) {
    long limit = 1L << (rescaling.width() - 1);
    return new RescaleUnit(rescaling, inputWidth, inputZero, -limit, limit - 1);
  }

  /**
   * The hardware of a linear layer: the unit that sums, and where sums are not shifted, the unit
   * that rescales them behind it.
   *
   * @param node the node
   * @param purpose what the unit that sums is, as a sentence
   * @param layer the layer
   * @param sums the unit that sums
   * @param roms the memories that it reads
   * @return all parts, in the direction of the data
   */
  static List<HdlPart> behind(
      HdlNode node, String purpose, LinearLayer layer, HdlInstance sums, List<Rom> roms) {
    if (layer.rescaling().isEmpty()) {
      return List.of(RomUnit.of(node, purpose, sums, roms));
    }
    int width = layer.sumWidth();
    RomUnit unit =
        new RomUnit(
            node.unit(),
            purpose,
            sums,
            layer.input().width() * sums.beats().input(),
            width * sums.beats().output(),
            roms);
    RescaleUnit rescale = of(layer.rescaling().get(), width, 0);
    return List.of(new RomSection(unit), rescale.unit(node, sums.beats().output()));
  }

  /**
   * The unit of a node, the last one.
   *
   * @param node the node
   * @return the unit with its memory
   */
  public RomUnit unit(HdlNode node) {
    return unit(node, 1);
  }

  /** Channels that come side by side have their multipliers in one word. */
  private RomUnit unit(HdlNode node, int beat) {
    int channels = rescaling.multipliers().size();
    int elements = channels == 1 ? 1 : beat;
    Beats beats = channels == 1 ? Beats.PER_ELEMENT : new Beats(elements, elements, false);
    String layer = "_layer_" + node.node().name();
    String name =
        node.unit().endsWith(layer)
            ? node.unit().substring(0, node.unit().length() - layer.length())
            : node.unit();
    return new RomUnit(
        name + "_rescale_" + node.node().name(),
        "Results in the format " + node.output().format() + ".",
        new HdlInstance(UNIT, true, parameters(elements), USES, beats),
        inputWidth * elements,
        rescaling.width() * elements,
        List.of(
            Rom.of(
                "multipliers",
                channels / elements,
                elements,
                rescaling.multiplierWidth(),
                (word, element) -> rescaling.multiplier(word * elements + element))));
  }

  private SequencedMap<String, Integer> parameters(int elements) {
    int channels = rescaling.multipliers().size() / elements;
    int product = inputWidth + 1 + rescaling.multiplierWidth();
    SequencedMap<String, Integer> parameters = new LinkedHashMap<>();
    parameters.put("IN_WIDTH", inputWidth);
    parameters.put("IN_ZERO", Math.toIntExact(inputZero));
    parameters.put("MULTIPLIER_WIDTH", rescaling.multiplierWidth());
    parameters.put(
        "PRODUCT_WIDTH", Math.max(product, Math.max(rescaling.shift(), rescaling.width()) + 1));
    parameters.put("SHIFT", rescaling.shift());
    parameters.put("OUT_WIDTH", rescaling.width());
    parameters.put("ZERO", Math.toIntExact(rescaling.zero()));
    parameters.put("LOW", Math.toIntExact(low));
    parameters.put("HIGH", Math.toIntExact(high));
    parameters.put("ELEMENTS", elements);
    parameters.put("CHANNELS", channels);
    parameters.put("CHANNEL_WIDTH", Rom.indexWidth(channels));
    return parameters;
  }

  /**
   * The arguments of functions in Python that rescale sums.
   *
   * @param rescaling what they compute
   * @return the arguments
   */
  public static Attributes pythonArguments(Rescaling rescaling) {
    return Attributes.NONE
        .with(
            "multipliers",
            IntegerTensor.of(
                Shape.of(rescaling.multipliers().size()),
                rescaling.multipliers().stream().mapToLong(Long::longValue).toArray()))
        .with("shift", rescaling.shift())
        .with("zero", rescaling.zero())
        .with("width", rescaling.width());
  }
}
