package dev.backplane.compiler.library;

import dev.backplane.compiler.component.TypedNode;
import dev.backplane.compiler.resource.Resources;
import java.util.stream.IntStream;

/** What the static unit of a linear layer and the memories around it need. */
final class LinearResources {
  private LinearResources() {}

  static Resources of(TypedNode node) {
    LinearLayer layer = LinearLayer.of(node.node(), node.input());
    RomWords rom = new RomWords(layer);
    // The biases of one group are constants.
    boolean grouped = layer.groups() > 1;
    int[] counts = {layer.inputs(), rom.depth(), layer.lanes(), layer.groups()};
    long counterBits = IntStream.of(counts).map(RomWords::indexWidth).sum();
    long weightBits = (long) layer.lanes() * layer.weightFormat().width();
    long sumBits = (long) layer.lanes() * rom.sumWidth();
    int states = 3;
    return new Resources(
        layer.lanes(),
        layer.lanes() + counts.length + (layer.shift() > 0 ? 1 : 0),
        states
            + counterBits
            + layer.input().width()
            + sumBits
            + weightBits
            + (grouped ? sumBits : 0),
        weightBits * rom.depth()
            + (grouped
                ? sumBits * layer.groups() + (long) layer.inputs() * layer.input().width()
                : 0));
  }
}
