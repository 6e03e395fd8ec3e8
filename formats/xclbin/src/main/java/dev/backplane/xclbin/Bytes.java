package dev.backplane.xclbin;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;

/**
 * Bytes that do not change, possibly a part of a larger array. Slices share memory, so a section of
 * a large file costs nothing.
 */
public final class Bytes {
  /** No bytes. */
  public static final Bytes EMPTY = new Bytes(new byte[0], 0, 0);

  private final byte[] array;
  private final int from;
  private final int size;

  private Bytes(byte[] array, int from, int size) {
    this.array = array;
    this.from = from;
    this.size = size;
  }

  /**
   * Copies bytes.
   *
   * @param bytes what to keep
   * @return the copy
   */
  public static Bytes of(byte... bytes) {
    return new Bytes(bytes.clone(), 0, bytes.length);
  }

  /** Takes an array that nobody else writes to. */
  static Bytes owned(byte[] bytes) {
    return new Bytes(bytes, 0, bytes.length);
  }

  /** {@return the number of bytes} */
  public int size() {
    return size;
  }

  /** {@return whether there are none} */
  public boolean isEmpty() {
    return size == 0;
  }

  /**
   * Takes a part, without copying.
   *
   * @param start the first byte of the part
   * @param length the number of bytes of it
   * @return the part
   * @throws IndexOutOfBoundsException if it does not lie within these bytes
   */
  public Bytes slice(int start, int length) {
    Objects.checkFromIndexSize(start, length, size);
    return new Bytes(array, from + start, length);
  }

  /** {@return a copy that the caller owns} */
  public byte[] toArray() {
    return Arrays.copyOfRange(array, from, from + size);
  }

  /** {@return a stream of the bytes, which are not copied for it} */
  public InputStream stream() {
    return new ByteArrayInputStream(array, from, size);
  }

  /** {@return a read-only, little-endian view} */
  public ByteBuffer buffer() {
    return ByteBuffer.wrap(array, from, size)
        .slice()
        .asReadOnlyBuffer()
        .order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Copies all bytes into {@code target} at {@code at}. */
  void copyTo(byte[] target, int at) {
    System.arraycopy(array, from, target, at, size);
  }

  /** {@return whether every byte is 0} */
  boolean allZero() {
    for (int i = from; i < from + size; i++) {
      if (array[i] != 0) {
        return false;
      }
    }
    return true;
  }

  /** {@return where {@code pattern} first occurs at or after {@code start}, or -1} */
  int indexOf(byte[] pattern, int start) {
    for (int i = start; i <= size - pattern.length; i++) {
      if (Arrays.equals(array, from + i, from + i + pattern.length, pattern, 0, pattern.length)) {
        return i;
      }
    }
    return -1;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bytes that
        && Arrays.equals(array, from, from + size, that.array, that.from, that.from + that.size);
  }

  @Override
  public int hashCode() {
    return buffer().hashCode();
  }

  @Override
  public String toString() {
    return size + " bytes";
  }
}
