package dev.backplane.api.binary;

import dev.backplane.plugin.RegularFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;

/** Bytes that do not change. Two are equal if their bytes are. */
public final class Content {
  /** No bytes. */
  public static final Content EMPTY = new Content(new byte[0], 0, 0);

  private static final long LARGEST = 1 << 30;

  private final byte[] array;
  private final int from;
  private final int size;

  private Content(byte[] array, int from, int size) {
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
  public static Content of(byte... bytes) {
    return owned(bytes.clone());
  }

  /**
   * The bytes of a text, in UTF-8.
   *
   * @param text for example the source of kernels
   * @return its bytes
   */
  public static Content of(String text) {
    return owned(text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Reads a regular file.
   *
   * @param file the file
   * @return its bytes
   * @throws IOException if it cannot be read, is no regular file, or has more than 1 GiB
   */
  public static Content read(Path file) throws IOException {
    return owned(RegularFile.read(file, LARGEST));
  }

  /** Takes an array that nobody else writes to. */
  static Content owned(byte[] bytes) {
    return new Content(bytes, 0, bytes.length);
  }

  /** {@return how many bytes there are} */
  public int size() {
    return size;
  }

  /** {@return a copy of the bytes} */
  public byte[] toArray() {
    return Arrays.copyOfRange(array, from, from + size);
  }

  /** {@return the bytes as a text in UTF-8} */
  public String text() {
    return new String(array, from, size, StandardCharsets.UTF_8);
  }

  /** {@return a read-only, little-endian view from the first byte to the last} */
  public ByteBuffer buffer() {
    return ByteBuffer.wrap(array, from, size)
        .slice()
        .asReadOnlyBuffer()
        .order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * Takes a part, without copying.
   *
   * @param start the first byte of the part
   * @param length how many bytes it has
   * @return the part
   * @throws IndexOutOfBoundsException if it does not lie within these bytes
   */
  public Content slice(int start, int length) {
    Objects.checkFromIndexSize(start, length, size);
    return new Content(array, from + start, length);
  }

  /** {@return whether these bytes begin with those} */
  public boolean startsWith(byte... those) {
    return size >= those.length
        && Arrays.equals(array, from, from + those.length, those, 0, those.length);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Content that
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
