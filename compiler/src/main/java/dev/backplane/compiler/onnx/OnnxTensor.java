package dev.backplane.compiler.onnx;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/**
 * A tensor whose elements are known, in row-major order. Immutable. Its rank may be 0, which is a
 * single number, and an extent may be 0.
 */
public final class OnnxTensor {
  private final String name;
  private final ElementType type;
  private final List<Integer> extents;
  private final ByteBuffer elements;

  /** The steps of the grid that the elements are on, one or one for each place; or none. */
  private final double[] steps;

  private OnnxTensor(
      String name, ElementType type, List<Integer> extents, ByteBuffer elements, double... steps) {
    this.name = name;
    this.type = type;
    this.extents = List.copyOf(extents);
    this.elements = elements;
    this.steps = steps;
  }

  /** {@return this tensor, whose elements are multiples of a step, or of one for each place} */
  OnnxTensor withSteps(double... others) {
    return new OnnxTensor(name, type, extents, elements, others.clone());
  }

  /** {@return the steps of the grid that the elements are on; none if nothing is known of one} */
  double[] steps() {
    return steps.clone();
  }

  /**
   * Makes a tensor.
   *
   * @param name its name
   * @param type the type of its elements
   * @param extents its extents
   * @param elements its elements, as many as there are; what a type does not have is cut off
   * @return the tensor
   */
  public static OnnxTensor of(
      String name, ElementType type, List<Integer> extents, double... elements) {
    ByteBuffer bytes = allocate(elements.length, type);
    for (double element : elements) {
      switch (type) {
        case FLOAT -> bytes.putFloat((float) element);
        case DOUBLE -> bytes.putDouble(element);
        case FLOAT16 -> bytes.putShort(Float.floatToFloat16((float) element));
        default -> putWhole(bytes, type, (long) element);
      }
    }
    return new OnnxTensor(name, type, extents, counted(extents, bytes.flip(), type));
  }

  /**
   * Makes a tensor of whole numbers of 64 bits.
   *
   * @param name its name
   * @param extents its extents
   * @param elements its elements, as many as there are
   * @return the tensor
   */
  public static OnnxTensor of(String name, List<Integer> extents, long... elements) {
    ByteBuffer bytes = allocate(elements.length, ElementType.INT64);
    for (long element : elements) {
      bytes.putLong(element);
    }
    return new OnnxTensor(
        name, ElementType.INT64, extents, counted(extents, bytes.flip(), ElementType.INT64));
  }

  /** A tensor of whole numbers of any type; what does not fit loses its upper bits. */
  static OnnxTensor ofWholes(
      String name, ElementType type, List<Integer> extents, long... elements) {
    ByteBuffer bytes = allocate(elements.length, type);
    for (long element : elements) {
      putWhole(bytes, type, element);
    }
    return new OnnxTensor(name, type, extents, counted(extents, bytes.flip(), type));
  }

  /** A tensor of bytes that are as many as they have to be. */
  static OnnxTensor of(String name, ElementType type, List<Integer> extents, ByteBuffer elements) {
    return new OnnxTensor(name, type, extents, elements.slice().order(ByteOrder.LITTLE_ENDIAN));
  }

  static ByteBuffer allocate(int count, ElementType type) {
    return ByteBuffer.allocate(Math.multiplyExact(count, type.size()))
        .order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Writes a whole number, or the bits of a short float, as an element of a type. */
  static void putWhole(ByteBuffer bytes, ElementType type, long value) {
    switch (type.size()) {
      case 1 -> bytes.put((byte) value);
      case 2 -> bytes.putShort((short) value);
      case 4 -> bytes.putInt((int) value);
      default -> bytes.putLong(value);
    }
  }

  private static ByteBuffer counted(List<Integer> extents, ByteBuffer bytes, ElementType type) {
    long count = 1;
    for (int extent : extents) {
      count *= extent;
    }
    if (count * type.size() != bytes.remaining()) {
      throw new IllegalArgumentException(
          bytes.remaining() / type.size() + " elements do not make a tensor of extents " + extents);
    }
    return bytes;
  }

  /** {@return its name, or the empty string} */
  public String name() {
    return name;
  }

  /** {@return the type of its elements} */
  public ElementType type() {
    return type;
  }

  /** {@return its extents, outermost first} */
  public List<Integer> extents() {
    return extents;
  }

  /** {@return how many elements it has} */
  public int size() {
    return elements.capacity() / type.size();
  }

  /** {@return an element as a real number} */
  public double real(int index) {
    return switch (type) {
      case FLOAT -> elements.getFloat(index * Float.BYTES);
      case DOUBLE -> elements.getDouble(index * Double.BYTES);
      case FLOAT16 -> Float.float16ToFloat(elements.getShort(index * Short.BYTES));
      default -> (double) whole(index);
    };
  }

  /** {@return all elements as real numbers} */
  public double[] reals() {
    double[] reals = new double[size()];
    for (int i = 0; i < reals.length; i++) {
      reals[i] = real(i);
    }
    return reals;
  }

  /** {@return an element as a whole number; what is behind the point of a real one is cut off} */
  public long whole(int index) {
    return switch (type) {
      case UINT8 -> Byte.toUnsignedInt(elements.get(index));
      case INT8, BOOL -> elements.get(index);
      case UINT16 -> Short.toUnsignedInt(elements.getShort(index * Short.BYTES));
      case INT16 -> elements.getShort(index * Short.BYTES);
      case INT32 -> elements.getInt(index * Integer.BYTES);
      case UINT32 -> Integer.toUnsignedLong(elements.getInt(index * Integer.BYTES));
      case INT64, UINT64 -> elements.getLong(index * Long.BYTES);
      case FLOAT, DOUBLE, FLOAT16 -> (long) real(index);
    };
  }

  /** {@return all elements as whole numbers} */
  public long[] wholes() {
    long[] wholes = new long[size()];
    for (int i = 0; i < wholes.length; i++) {
      wholes[i] = whole(i);
    }
    return wholes;
  }

  /** {@return the same elements with other extents of the same product} */
  OnnxTensor reshaped(List<Integer> others) {
    return new OnnxTensor(name, type, others, elements, steps);
  }

  /**
   * Takes elements of this tensor.
   *
   * @param wanted the extents of what is made
   * @param from which element each of its elements is
   */
  OnnxTensor picked(List<Integer> wanted, int... from) {
    ByteBuffer picked = allocate(from.length, type);
    byte[] element = new byte[type.size()];
    for (int i : from) {
      elements.get(i * type.size(), element);
      picked.put(element);
    }
    return new OnnxTensor(name, type, wanted, counted(wanted, picked.flip(), type), steps);
  }

  /** {@return this tensor with its axes in another order} */
  OnnxTensor transposed(List<Integer> axes) {
    ElementOrder order = ElementOrder.same(size()).transposed(extents, axes);
    ByteBuffer moved = allocate(size(), type);
    byte[] element = new byte[type.size()];
    for (int i = 0; i < size(); i++) {
      elements.get(i * type.size(), element);
      moved.put(order.place(i) * type.size(), element);
    }
    return new OnnxTensor(name, type, axes.stream().map(extents::get).toList(), moved, steps);
  }

  /** Puts tensors of one type, whose extents differ in one axis alone, behind each other there. */
  static OnnxTensor joined(List<OnnxTensor> tensors, int axis, List<Integer> extents) {
    OnnxTensor first = tensors.getFirst();
    ByteBuffer joined =
        allocate(extents.stream().reduce(1, (size, each) -> size * each), first.type);
    List<ByteBuffer> parts = tensors.stream().map(each -> each.elements.duplicate()).toList();
    while (joined.hasRemaining()) {
      for (int i = 0; i < parts.size(); i++) {
        int run = first.type.size();
        for (int extent : tensors.get(i).extents.subList(axis, extents.size())) {
          run *= extent;
        }
        ByteBuffer part = parts.get(i);
        joined.put(part.slice(part.position(), run));
        part.position(part.position() + run);
      }
    }
    return of("", first.type, extents, joined.flip());
  }

  /** {@return a copy of the elements as files have them} */
  byte[] bytes() {
    byte[] bytes = new byte[elements.capacity()];
    elements.get(0, bytes);
    return bytes;
  }

  @Override
  public String toString() {
    return name + " " + type + extents;
  }
}
