package dev.backplane.compiler.onnx;

import dev.backplane.compiler.ir.Shape;
import java.util.ArrayList;
import java.util.List;

/** A value of a model, as far as it is known during the import. Extents exclude the batch. */
sealed interface Value {
  /**
   * A tensor that is known.
   *
   * @param tensor the tensor
   * @param isQuantized whether the model says that its elements are on a grid
   */
  record Constant(OnnxTensor tensor, boolean isQuantized) implements Value {
    public Constant(OnnxTensor tensor) {
      this(tensor, false);
    }
  }

  /**
   * A tensor that a node of the graph gives.
   *
   * @param node the name of that node
   * @param shape the shape in the graph
   * @param extents the extents in the model
   * @param order how the elements are ordered in the graph
   * @param batchAxis which axis of the model the batch is, 0 for nearly all operators; -1 if the
   *     model removed its batch of 1
   */
  record Stream(String node, Shape shape, List<Integer> extents, ElementOrder order, int batchAxis)
      implements Value {
    /** Stands for the batch in a list of extents. */
    static final int BATCH = 0;

    public Stream {
      extents = List.copyOf(extents);
    }

    /** A tensor whose batch comes first. */
    Stream(String node, Shape shape, List<Integer> extents, ElementOrder order) {
      this(node, shape, extents, order, 0);
    }

    /** The extents, and {@link #BATCH} where the batch is. */
    List<Integer> extentsWithBatch() {
      List<Integer> all = new ArrayList<>(extents);
      if (batchAxis >= 0) {
        all.add(batchAxis, BATCH);
      }
      return all;
    }

    /** The same elements with these extents, of which one may be {@link #BATCH}. */
    Stream counted(List<Integer> withBatch, ElementOrder otherOrder) {
      List<Integer> others = new ArrayList<>(withBatch);
      int batch = others.indexOf(BATCH);
      if (batch >= 0) {
        others.remove(batch);
      }
      return new Stream(node, shape, others, otherOrder, batch);
    }

    /** A tensor whose channels are last in the graph. */
    static Stream channelsLast(String node, List<Integer> extents) {
      List<Integer> moved = new ArrayList<>(extents);
      if (moved.isEmpty()) {
        return new Stream(node, Shape.of(1), extents, ElementOrder.same(1));
      }
      moved.addLast(moved.removeFirst());
      return new Stream(node, new Shape(moved), extents, ElementOrder.channelsLast(extents));
    }

    boolean isChannelsLast() {
      Stream wanted = channelsLast(node, extents);
      return shape.equals(wanted.shape) && order.equals(wanted.order);
    }

    /** Tells whether graph and model count the elements in one way. */
    boolean isAsInModel() {
      return shape.extents().equals(extents) && order.isSame();
    }

    /** The same tensor as another node gives it. */
    Stream from(String other) {
      return new Stream(other, shape, extents, order, batchAxis);
    }

    /** The same tensor as another node gives it, in the shape and order of another stream. */
    Stream arranged(String other, Stream as) {
      return new Stream(other, as.shape, extents, as.order, batchAxis);
    }
  }

  /**
   * A stream as the whole numbers of a quantiser, which comes to effect with what follows.
   *
   * @param stream the numbers before
   * @param quantizer their grid
   * @param zero the whole number that stands for 0
   * @param isOnGrid whether the stream is on that grid already
   */
  record Codes(Stream stream, Quantizer quantizer, long zero, boolean isOnGrid) implements Value {
    /** The same numbers of another stream. */
    Codes of(Stream other) {
      return new Codes(other, quantizer, zero, isOnGrid);
    }

    /** The same numbers, with ends that may be nearer, as whole numbers of the model. */
    Codes within(long low, long high) {
      long shift = quantizer.zero() - zero;
      Quantizer nearer = quantizer.within(low + shift, high + shift);
      return new Codes(stream, nearer, zero, isOnGrid && nearer.equals(quantizer));
    }
  }

  /**
   * A stream with zeros around it, which become the padding of the layer behind it.
   *
   * @param stream the numbers within
   * @param pads how many zeros are before it in each direction, and then behind it
   */
  record Padded(Stream stream, List<Integer> pads) implements Value {
    public Padded {
      pads = List.copyOf(pads);
    }
  }

  /**
   * A result that the host computes from a stream.
   *
   * @param stream what the hardware gives
   * @param operator the last operator that the host computes
   * @param steps what the host computes, in order
   */
  record OnHost(Stream stream, String operator, List<HostStep> steps) implements Value {
    public OnHost {
      steps = List.copyOf(steps);
    }
  }

  /** The result of a refused operator, or of one that depends on such an operator. */
  record Refused() implements Value {}
}
