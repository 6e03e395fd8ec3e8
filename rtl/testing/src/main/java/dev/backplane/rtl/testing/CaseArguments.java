package dev.backplane.rtl.testing;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/**
 * The data of one run of a kernel: buffers, numbers, and the packets of its streams. Used by one
 * thread.
 */
public final class CaseArguments {
  private final SequencedMap<String, byte[]> buffers;
  private final SequencedMap<String, BigDecimal> numbers;
  private final SequencedMap<String, List<byte[]>> streams;

  CaseArguments(
      Map<String, byte[]> buffers,
      Map<String, BigDecimal> numbers,
      Map<String, List<byte[]>> streams) {
    this.buffers = new LinkedHashMap<>();
    buffers.forEach((name, bytes) -> this.buffers.put(name, bytes.clone()));
    this.numbers = new LinkedHashMap<>(numbers);
    this.streams = new LinkedHashMap<>();
    streams.forEach((name, packets) -> this.streams.put(name, new ArrayList<>(packets)));
  }

  CaseArguments copy() {
    return new CaseArguments(buffers, numbers, streams);
  }

  /**
   * Returns a buffer.
   *
   * @param name the name of the argument
   * @return its bytes, little-endian, from 0; changes are seen by all who ask for it
   * @throws IllegalArgumentException if there is no such buffer
   */
  public ByteBuffer buffer(String name) {
    return ByteBuffer.wrap(bytes(name)).order(ByteOrder.LITTLE_ENDIAN);
  }

  byte[] bytes(String name) {
    return get(buffers, name, "buffer");
  }

  /**
   * {@return a whole number among the arguments}
   *
   * @param name the name of the argument
   * @throws IllegalArgumentException if there is no such number
   * @throws ArithmeticException if it has a fraction or needs more than 64 bits
   */
  public long number(String name) {
    return get(numbers, name, "number").longValueExact();
  }

  /**
   * {@return a floating-point number among the arguments}
   *
   * @param name the name of the argument
   * @throws IllegalArgumentException if there is no such number
   */
  public double real(String name) {
    return get(numbers, name, "number").doubleValue();
  }

  /**
   * Returns the packets of a stream: what the kernel receives, or what it sends.
   *
   * @param name the name of the argument or of the interface
   * @return the packets in order; a model adds to those of an output
   * @throws IllegalArgumentException if there is no such stream
   */
  public List<byte[]> packets(String name) {
    return get(streams, name, "stream");
  }

  private static <T> T get(Map<String, T> all, String name, String kind) {
    T found = all.get(name);
    if (found == null) {
      throw new IllegalArgumentException(
          "the case has no %s '%s', only %s".formatted(kind, name, all.keySet()));
    }
    return found;
  }
}
