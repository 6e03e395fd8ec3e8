package dev.backplane.compiler.onnx;

import java.util.Map;

/**
 * A model as its file has it. Immutable.
 *
 * @param irVersion the version of the file format
 * @param producer what wrote it, or the empty string
 * @param opsets the version of each set of operators that it uses, by domain; the usual operators
 *     have the empty domain
 * @param graph the network
 */
public record OnnxModel(
    long irVersion, String producer, Map<String, Long> opsets, OnnxGraph graph) {
  /** Copies the map. */
  public OnnxModel {
    opsets = Map.copyOf(opsets);
  }
}
