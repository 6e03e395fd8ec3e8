package dev.backplane.capi.card.afu;

import dev.backplane.capi.card.PslPort;
import dev.backplane.rtl.harness.psl.PslCommand;
import dev.backplane.rtl.harness.psl.PslResponse;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * An element of a ring, as a program wrote it.
 *
 * @param marks whether it is valid, and its wrap bit
 * @param operation what to do
 * @param length how many bytes, or which interrupt
 * @param which which atomic operation
 * @param operand what an atomic operation compares with
 * @param source where from, or the new value of an atomic operation
 * @param target where to
 */
record WorkElement(
    int marks, int operation, int length, int which, long operand, long source, long target) {
  static final int BYTES = 32;

  /** The offset of the status in an element. */
  static final int STATUS = 1;

  static final int VALID = 0x80;
  static final int WRAP = 0x40;

  static final int COPY = 0;
  static final int INTERRUPT = 1;
  static final int WAKE = 3;
  static final int INCREMENT = 4;
  static final int ATOMIC = 5;

  private static final int OPERATION = 0x3f;
  private static final int SWAP_IF_DIFFERENT = 0x10;
  private static final int SWAP_IF_EQUAL = 0x11;

  private static final int LENGTH = 2;
  private static final int WHICH = 4;
  private static final int OPERAND = 8;
  private static final int SOURCE = 16;
  private static final int TARGET = 24;

  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  static final WorkElement NONE = new WorkElement(0, 0, 0, 0, 0, 0, 0);

  /** Reads the element at a place of a line. */
  static WorkElement at(MemorySegment line, long offset) {
    int command = line.get(ValueLayout.JAVA_BYTE, offset);
    return new WorkElement(
        command & (VALID | WRAP),
        command & OPERATION,
        line.get(SHORT, offset + LENGTH) & 0xffff,
        line.get(ValueLayout.JAVA_BYTE, offset + WHICH),
        line.get(LONG, offset + OPERAND),
        line.get(LONG, offset + SOURCE),
        line.get(LONG, offset + TARGET));
  }

  /** The largest piece of some bytes to which addresses are aligned, whose bits are given. */
  static int piece(long addresses, long left) {
    long most = Math.min(left, PslPort.LINE_BYTES);
    int bytes = PslPort.LINE_BYTES;
    while (bytes > most || (addresses & (bytes - 1)) != 0) {
      bytes >>= 1;
    }
    return bytes;
  }

  /** {@return the status of an element for a command that was not done} */
  static int problem(PslResponse response) {
    return switch (response) {
      case AERROR -> CopyProcess.ADDRESS_ERROR;
      case DERROR -> CopyProcess.DATA_ERROR;
      default -> CopyProcess.PSL_FAULT;
    };
  }

  /** Tells whether it is there, in a round through the ring. */
  boolean isOf(int wrap) {
    return marks == (VALID | wrap);
  }

  /** {@return the command of an atomic operation, or null if there is no such} */
  @Nullable PslCommand swap() {
    return switch (which) {
      case SWAP_IF_DIFFERENT -> PslCommand.CAS_NE_8B;
      case SWAP_IF_EQUAL -> PslCommand.CAS_E_8B;
      default -> null;
    };
  }
}
