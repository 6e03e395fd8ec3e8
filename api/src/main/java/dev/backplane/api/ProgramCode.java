package dev.backplane.api;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a program is made of. Immutable.
 *
 * @param name what to call it in messages, for example a file's name
 * @param form what the bytes are
 * @param bytes the code; not copied, and not to be changed
 * @param options what the compiler is told, for example {@code -DN=4 -cl-fast-relaxed-math}
 * @param headers texts that source may include, by the name that it includes them by
 * @param constants values of specialization constants in memory order, by id
 */
@SuppressWarnings("ArrayRecordComponent") // Compared by nobody; a copy of a program is expensive.
public record ProgramCode(
    String name,
    Form form,
    byte[] bytes,
    String options,
    Map<String, String> headers,
    Map<Integer, byte[]> constants) {
  /** What code is. */
  public enum Form {
    /** Text in OpenCL C. */
    SOURCE,
    /** SPIR-V. */
    SPIRV,
    /** What the device's own compiler made, see {@link BuiltProgram#binary()}. */
    BINARY
  }

  /** Copies the maps. */
  public ProgramCode {
    headers = Map.copyOf(headers);
    constants = Map.copyOf(constants);
  }

  /** {@return source in OpenCL C} */
  public static ProgramCode source(String name, String text) {
    return new ProgramCode(name, Form.SOURCE, utf8(text), "", Map.of(), Map.of());
  }

  /** {@return SPIR-V} */
  public static ProgramCode spirv(String name, byte[] bytes) {
    return new ProgramCode(name, Form.SPIRV, bytes.clone(), "", Map.of(), Map.of());
  }

  /** {@return a binary of the device} */
  public static ProgramCode binary(String name, byte[] bytes) {
    return new ProgramCode(name, Form.BINARY, bytes.clone(), "", Map.of(), Map.of());
  }

  /** {@return the same with other options} */
  public ProgramCode withOptions(String more) {
    return new ProgramCode(name, form, bytes, more, headers, constants);
  }

  /** {@return the same with one more text to include} */
  public ProgramCode withHeader(String include, String text) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(include, text);
    return new ProgramCode(name, form, bytes, options, more, constants);
  }

  /** {@return the same with a specialization constant of four bytes} */
  public ProgramCode withConstant(int id, int value) {
    return withConstant(id, bytes(Integer.toUnsignedLong(value), Integer.BYTES));
  }

  /** {@return the same with a specialization constant of eight bytes} */
  public ProgramCode withConstant(int id, long value) {
    return withConstant(id, bytes(value, Long.BYTES));
  }

  /**
   * {@return the same with a specialization constant}
   *
   * @param id its id in the SPIR-V
   * @param value its bytes as they lie in memory, copied
   */
  public ProgramCode withConstant(int id, byte[] value) {
    Map<Integer, byte[]> more = new LinkedHashMap<>(constants);
    more.put(id, value.clone());
    return new ProgramCode(name, form, bytes, options, headers, more);
  }

  private static byte[] bytes(long value, int count) {
    byte[] little = new byte[count];
    for (int i = 0; i < count; i++) {
      little[i] = (byte) (value >>> (8 * i));
    }
    return little;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
  }

  @Override
  public String toString() {
    return name;
  }
}
