package dev.backplane.api.binary;

/**
 * One property of a device binary: a name, and a value of one of three types that compilers and
 * runtimes agree on by the name.
 */
public sealed interface BinaryProperty {
  /** {@return its name, unique in its set} */
  String name();

  /**
   * A number.
   *
   * @param name its name
   * @param value an unsigned number of 32 bits
   */
  record Numeric(String name, int value) implements BinaryProperty {}

  /**
   * Bytes whose meaning the name tells.
   *
   * @param name its name
   * @param value the bytes
   */
  record Bytes(String name, Content value) implements BinaryProperty {}

  /**
   * A text.
   *
   * @param name its name
   * @param value the text
   */
  record Text(String name, String value) implements BinaryProperty {}
}
