package dev.backplane.pi.table.device;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A module of SPIR-V that a test writes, one instruction after the other. */
final class SpirvWriter {
  static final int ENTRY_POINT = 15;
  static final int NAME = 5;
  static final int STRING = 7;

  private final List<Integer> words = new ArrayList<>(List.of(0x07230203, 0x00010200, 0, 1000, 0));

  /** An instruction of numbers. */
  SpirvWriter op(int operation, int... operands) {
    words.add((operands.length + 1) << 16 | operation);
    for (int operand : operands) {
      words.add(operand);
    }
    return this;
  }

  /** An instruction with a text behind its numbers. */
  SpirvWriter text(int operation, String text, int... operands) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int[] all = new int[operands.length + bytes.length / 4 + 1];
    System.arraycopy(operands, 0, all, 0, operands.length);
    for (int i = 0; i < bytes.length; i++) {
      all[operands.length + i / 4] |= (bytes[i] & 0xFF) << (i % 4 * 8);
    }
    return op(operation, all);
  }

  /**
   * A kernel.
   *
   * @param id its function; the function type and the parameters have the identifiers behind it
   * @param voidType the type of nothing
   * @param types the types of its parameters
   */
  SpirvWriter kernel(String name, int id, int voidType, int... types) {
    text(ENTRY_POINT, name, 6, id);
    int[] function = new int[types.length + 2];
    function[0] = id + 1;
    function[1] = voidType;
    System.arraycopy(types, 0, function, 2, types.length);
    op(33, function);
    op(54, voidType, id, 0, id + 1);
    for (int i = 0; i < types.length; i++) {
      op(55, types[i], id + 2 + i);
    }
    return op(248, id + 2 + types.length).op(253).op(56);
  }

  byte[] bytes(ByteOrder order) {
    ByteBuffer bytes = ByteBuffer.allocate(words.size() * Integer.BYTES).order(order);
    words.forEach(bytes::putInt);
    return bytes.array();
  }

  byte[] bytes() {
    return bytes(ByteOrder.LITTLE_ENDIAN);
  }
}
