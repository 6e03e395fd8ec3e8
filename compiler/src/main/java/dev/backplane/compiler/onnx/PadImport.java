package dev.backplane.compiler.onnx;

import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A constant around a tensor. Zeros around positions are the padding of the layer behind it, if
 * that has one.
 */
final class PadImport {
  private PadImport() {}

  static void pad(OnnxNode node, ImportedNodes network) {
    String mode = node.text("mode", "constant");
    double value =
        network.hasInput(node, 2) ? network.constant(node, 2).real(0) : node.real("value", 0);
    if (!mode.equals("constant") || !Double.isFinite(value)) {
      throw node.unsupported(
          "its mode is " + mode + " of " + value + "; finite constants are supported");
    }
    Value.Stream input = network.stream(node, 0);
    int rank = input.extents().size() + 1;
    List<Long> pads = pads(node, network, rank);
    if (pads.size() != 2 * rank
        || pads.stream().anyMatch(pad -> pad < 0 || pad > Short.MAX_VALUE)) {
      throw node.unsupported(
          "its pads are " + pads + "; " + 2 * rank + " numbers are needed, from 0 on");
    }
    if (pads.getFirst() != 0 || pads.get(rank) != 0) {
      throw node.unsupported("its pads " + pads + " add samples");
    }
    List<Integer> around =
        IntStream.range(0, 2 * rank)
            .filter(at -> at % rank > 0)
            .mapToObj(at -> pads.get(at).intValue())
            .toList();
    boolean isOfPositions = Stream.of(0, rank - 1).allMatch(at -> around.get(at) == 0);
    if (around.stream().allMatch(pad -> pad == 0)) {
      network.gives(node, input);
    } else if (isOfPositions && value == 0 && rank > 2) {
      List<Integer> inner = new ArrayList<>(around);
      inner.remove(rank - 1);
      inner.remove(0);
      network.gives(node, new Value.Padded(input, inner));
    } else {
      network.gives(node, padded(node, network, input, around, value));
    }
  }

  /** The pads of all axes; newer models may name some of them. */
  private static List<Long> pads(OnnxNode node, ImportedNodes network, int rank) {
    List<Long> given =
        network.hasInput(node, 1)
            ? Arrays.stream(network.constant(node, 1).wholes()).boxed().toList()
            : node.wholes("pads", List.of());
    if (!network.hasInput(node, 3)) {
      return given;
    }
    long[] axes = network.constant(node, 3).wholes();
    List<Long> pads = new ArrayList<>(Collections.nCopies(2 * rank, 0L));
    if (given.size() != 2 * axes.length
        || Arrays.stream(axes).anyMatch(axis -> axis < -rank || axis >= rank)) {
      throw node.unsupported("its axes " + Arrays.toString(axes) + " do not fit its pads " + given);
    }
    for (int i = 0; i < axes.length; i++) {
      int axis = Math.floorMod(axes[i], rank);
      pads.set(axis, given.get(i));
      pads.set(rank + axis, given.get(i + axes.length));
    }
    return pads;
  }

  /** Zeros around positions, where no layer has them as its padding. */
  static Value.Stream around(OnnxNode node, ImportedNodes network, Value.Padded padded) {
    int positions = padded.pads().size() / 2;
    List<Integer> around = new ArrayList<>(padded.pads());
    around.add(positions, 0);
    around.addFirst(0);
    return padded(node, network, padded.stream(), around, 0);
  }

  private static Value.Stream padded(
      OnnxNode node,
      ImportedNodes network,
      Value.Stream input,
      List<Integer> around,
      double value) {
    StreamLayout layout = StreamLayout.of(node, input);
    int axes = input.extents().size();
    List<Integer> padding = new ArrayList<>(layout.ordered(around.subList(0, axes)));
    padding.addAll(layout.ordered(around.subList(axes, 2 * axes)));
    List<Integer> extents = new ArrayList<>();
    for (int axis = 0; axis < axes; axis++) {
      extents.add(input.extents().get(axis) + around.get(axis) + around.get(axes + axis));
    }
    Attributes attributes = Attributes.NONE.with("padding", Windows.sequence(padding));
    if (value != 0) {
      attributes = attributes.with("value", new Attribute.Real(value));
    }
    return layout.stream(network.add(node, "pad", attributes, input.node()), extents);
  }
}
