package dev.backplane.rtl.testing;

/** The contents of a buffer or a packet, or of a part of it that is compared. Immutable. */
final class Contents {
  private final ElementType type;
  private final byte[] bytes;
  private final int first;
  private final double tolerance;

  /**
   * Creates contents.
   *
   * @param type the type of the elements
   * @param bytes whole elements, which are not copied and stay as they are
   * @param first the index of the first element in the buffer
   * @param tolerance by how much floating-point numbers may differ: relative above 1, else absolute
   */
  Contents(ElementType type, byte[] bytes, int first, double tolerance) {
    this.type = type;
    this.bytes = bytes;
    this.first = first;
    this.tolerance = tolerance;
  }

  ElementType type() {
    return type;
  }

  byte[] bytes() {
    return bytes;
  }

  int first() {
    return first;
  }

  double tolerance() {
    return tolerance;
  }

  int count() {
    return bytes.length / type.bytes();
  }
}
