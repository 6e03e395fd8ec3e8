package dev.backplane.compiler.onnx;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Zeros around a tensor, which the layer behind it has as its padding. */
final class PadImport {
  private PadImport() {}

  static void pad(OnnxNode node, ImportedNodes network) {
    String mode = node.text("mode", "constant");
    double value =
        network.hasInput(node, 2) ? network.constant(node, 2).real(0) : node.real("value", 0);
    if (!mode.equals("constant") || value != 0) {
      throw node.unsupported("its mode is " + mode + " of " + value + "; zeros are supported");
    }
    if (network.hasInput(node, 3)) {
      throw node.unsupported("it names the axes that it pads; all axes in order are supported");
    }
    Value.Stream input = network.stream(node, 0);
    List<Long> pads =
        network.hasInput(node, 1)
            ? Arrays.stream(network.constant(node, 1).wholes()).boxed().toList()
            : node.wholes("pads", List.of());
    int rank = input.extents().size() + 1;
    if (pads.size() != 2 * rank
        || pads.stream().anyMatch(pad -> pad < 0 || pad > Short.MAX_VALUE)) {
      throw node.unsupported(
          "its pads are " + pads + "; " + 2 * rank + " numbers are needed, from 0 on");
    }
    if (Stream.of(0, 1, rank, rank + 1).anyMatch(at -> pads.get(at) != 0)) {
      throw node.unsupported("its pads " + pads + " add samples or channels");
    }
    List<Integer> around =
        IntStream.range(0, 2 * rank)
            .filter(at -> at % rank > 1)
            .mapToObj(at -> pads.get(at).intValue())
            .toList();
    network.gives(
        node, around.stream().allMatch(pad -> pad == 0) ? input : new Value.Padded(input, around));
  }
}
