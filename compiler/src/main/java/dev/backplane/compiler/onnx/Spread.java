package dev.backplane.compiler.onnx;

import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Constants beside the elements of a stream: one for each place of the last axis of the graph, so
 * that a normalisation applies them.
 *
 * @param stream the stream, whose last axis has as many places as there are numbers in a row
 * @param rows the numbers, a row for each constant
 */
record Spread(Value.Stream stream, List<double[]> rows) {
  /** As many factors as a memory beside a stream may have before the stream is put in order. */
  private static final int FEW = 1 << 14;

  private static final int MOST = 1 << 18;

  Spread {
    rows = List.copyOf(rows);
  }

  /** {@return the row of numbers at a place} */
  double[] row(int index) {
    return rows.get(index);
  }

  /**
   * Spreads constants, which are repeated along axes as the model does it.
   *
   * @param node the operator
   * @param network the network
   * @param stream the stream
   * @param constants the constants
   */
  static Spread of(
      OnnxNode node, ImportedNodes network, Value.Stream stream, OnnxTensor... constants) {
    List<double[]> all = new ArrayList<>();
    for (OnnxTensor tensor : constants) {
      all.add(elements(node, stream, tensor));
    }
    Value.Stream channels = Value.Stream.channelsLast(stream.node(), stream.extents());
    Shape vector = Shape.of(stream.order().size());
    Value.Stream flat =
        new Value.Stream(
            stream.node(), vector, stream.extents(), stream.order(), stream.batchAxis());
    if (isPeriodic(all, stream)) {
      return along(node, network, stream, stream, all);
    }
    if (isPeriodic(all, channels) && (isFree(network, stream, channels) || vector.size() > FEW)) {
      return along(node, network, stream, channels, all);
    }
    if (vector.size() > MOST) {
      throw node.unsupported(
          "its constants have extents "
              + Arrays.stream(constants).map(OnnxTensor::extents).toList()
              + ", which differ along several axes of "
              + stream.extents()
              + "; one for each channel is supported, or up to "
              + MOST
              + " in all");
    }
    return along(node, network, stream, flat, all);
  }

  /** {@return a number in all places of the last axis} */
  static Spread of(Value.Stream stream, double number) {
    double[] row = new double[stream.shape().extents().getLast()];
    Arrays.fill(row, number);
    return new Spread(stream, List.of(row));
  }

  /** The constant of each element of the model. */
  private static double[] elements(OnnxNode node, Value.Stream stream, OnnxTensor constants) {
    List<Integer> extents = new ArrayList<>(stream.extentsWithBatch());
    Collections.replaceAll(extents, Value.Stream.BATCH, 1);
    List<Integer> given = new ArrayList<>(constants.extents());
    while (given.size() > extents.size() && given.getFirst() == 1) {
      given.removeFirst();
    }
    boolean fits = given.size() <= extents.size();
    for (int i = 1; fits && i <= given.size(); i++) {
      int extent = given.get(given.size() - i);
      fits = extent == 1 || extent == extents.get(extents.size() - i);
    }
    if (!fits) {
      throw node.unsupported(
          "its constants have extents "
              + constants.extents()
              + ", which do not fit those of its other input, "
              + stream.extents()
              + " beside the batch");
    }
    int[] from = ConstantCall.repeated(given, extents);
    double[] elements = new double[from.length];
    for (int i = 0; i < from.length; i++) {
      elements[i] = constants.real(from[i]);
    }
    return elements;
  }

  private static boolean isPeriodic(List<double[]> all, Value.Stream as) {
    int period = as.shape().extents().getLast();
    for (double[] elements : all) {
      for (int i = period; i < elements.length; i++) {
        if (elements[as.order().place(i)] != elements[as.order().place(i % period)]) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean isFree(ImportedNodes network, Value.Stream stream, Value.Stream wanted) {
    Node source = network.node(stream.node());
    return stream.order().equals(wanted.order())
        || (source.type().equals(Node.INPUT) && network.isReadOnce(source.name()));
  }

  private static Spread along(
      OnnxNode node,
      ImportedNodes network,
      Value.Stream stream,
      Value.Stream wanted,
      List<double[]> all) {
    int period = wanted.shape().extents().getLast();
    List<double[]> rows = new ArrayList<>();
    for (double[] elements : all) {
      double[] row = new double[period];
      Arrays.setAll(row, i -> elements[wanted.order().place(i)]);
      rows.add(row);
    }
    return new Spread(Arrangement.of(node, network, stream, wanted), rows);
  }
}
