package dev.backplane.compiler.library;

import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.hdl.Rom;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * Configures the static unit {@code backplane_linear} as a layer: its parameters, and memories of
 * weights and biases. Each memory is in the order of reading: by block, by group of lanes, then by
 * input.
 *
 * @param layer the layer
 * @param sumWidth the width of a sum in bits
 */
public record LinearUnit(LinearLayer layer, int sumWidth) {
  static final String UNIT = "backplane_linear";
  static final List<String> USES = List.of("backplane_requantize", UNIT);

  /**
   * The unit of a layer.
   *
   * @param layer the layer
   * @return its unit
   */
  public static LinearUnit of(LinearLayer layer) {
    return new LinearUnit(layer, layer.sumWidth());
  }

  /** {@return the instance of the static unit} */
  public HdlInstance instance() {
    return new HdlInstance(UNIT, true, parameters(), USES);
  }

  SequencedMap<String, Integer> parameters() {
    SequencedMap<String, Integer> parameters = new LinkedHashMap<>();
    parameters.put("IN_WIDTH", layer.input().width());
    parameters.put("WEIGHT_WIDTH", layer.weightFormat().width());
    parameters.put("SUM_WIDTH", sumWidth);
    parameters.put("OUT_WIDTH", layer.unitWidth());
    parameters.put("SHIFT", layer.unitShift());
    parameters.put("INPUTS", layer.inputs());
    parameters.put("INDEX_WIDTH", Rom.indexWidth(layer.inputs()));
    parameters.put("OUTPUTS", layer.outputs());
    parameters.put("LANES", layer.lanes());
    parameters.put("LANE_WIDTH", Rom.indexWidth(layer.lanes()));
    parameters.put("GROUPS", layer.groups());
    parameters.put("GROUP_WIDTH", Rom.indexWidth(layer.groups()));
    parameters.put("BIAS_WORDS", biasWords());
    parameters.put("BIAS_ADDRESS_WIDTH", Rom.indexWidth(biasWords()));
    parameters.put("WEIGHT_WORDS", weightWords());
    parameters.put("WEIGHT_ADDRESS_WIDTH", Rom.indexWidth(weightWords()));
    return parameters;
  }

  /** {@return the memories that it reads} */
  public List<Rom> roms() {
    int inputs = layer.inputs();
    return List.of(
        Rom.of(
            "weights",
            weightWords(),
            layer.lanes(),
            layer.weightFormat().width(),
            (address, lane) -> {
              int output = output(address / inputs, lane);
              return output < 0 ? 0 : layer.weights().get(output * inputs + address % inputs);
            }),
        Rom.of(
            "biases",
            biasWords(),
            layer.lanes(),
            sumWidth,
            (address, lane) -> {
              int output = output(address, lane);
              return output < 0 ? 0 : layer.biases().get(output);
            }));
  }

  private int biasWords() {
    return layer.blocks() * layer.groups();
  }

  private int weightWords() {
    return biasWords() * layer.inputs();
  }

  /** The output that a lane sums, or -1: the last group of a block may have lanes without one. */
  private int output(int groupOfAll, int lane) {
    int inBlock = groupOfAll % layer.groups() * layer.lanes() + lane;
    return inBlock < layer.outputs() ? groupOfAll / layer.groups() * layer.outputs() + inBlock : -1;
  }
}
