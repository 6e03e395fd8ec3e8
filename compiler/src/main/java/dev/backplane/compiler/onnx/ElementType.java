package dev.backplane.compiler.onnx;

import java.util.Optional;
import java.util.stream.Stream;

/** The types of elements of tensors that have numbers in whole bytes. */
public enum ElementType {
  /** A float. */
  FLOAT(1, 4),
  /** An unsigned byte. */
  UINT8(2, 1),
  /** A signed byte. */
  INT8(3, 1),
  /** An unsigned number of 16 bits. */
  UINT16(4, 2),
  /** A signed number of 16 bits. */
  INT16(5, 2),
  /** A signed number of 32 bits. */
  INT32(6, 4),
  /** A signed number of 64 bits. */
  INT64(7, 8),
  /** A truth value, in a byte. */
  BOOL(9, 1),
  /** A float of 16 bits. */
  FLOAT16(10, 2),
  /** A double. */
  DOUBLE(11, 8),
  /** An unsigned number of 32 bits. */
  UINT32(12, 4),
  /** An unsigned number of 64 bits. */
  UINT64(13, 8);

  private final int code;
  private final int size;

  ElementType(int code, int size) {
    this.code = code;
    this.size = size;
  }

  /** {@return its number in files} */
  int code() {
    return code;
  }

  /** {@return how many bytes an element has} */
  int size() {
    return size;
  }

  /** {@return whether elements are whole numbers} */
  boolean isWhole() {
    return switch (this) {
      case FLOAT, FLOAT16, DOUBLE -> false;
      case UINT8, INT8, UINT16, INT16, INT32, INT64, BOOL, UINT32, UINT64 -> true;
    };
  }

  static Optional<ElementType> of(long code) {
    return Stream.of(values()).filter(type -> type.code == code).findFirst();
  }
}
