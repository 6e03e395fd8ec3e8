package dev.backplane.ffi;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Memory by its address, for interfaces whose pointers are plain numbers. Nothing is checked: a
 * wrong address ends the process.
 */
@SuppressWarnings("restricted") // The size of what a pointer points to is known to the caller only.
public final class RawMemory {
  private static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

  private RawMemory() {}

  /** {@return the 32-bit number at an address} */
  public static int getInt(long address) {
    return ALL.get(JAVA_INT_UNALIGNED, address);
  }

  /** Puts a 32-bit number to an address. */
  public static void putInt(long address, int value) {
    ALL.set(JAVA_INT_UNALIGNED, address, value);
  }

  /** {@return the 64-bit number or pointer at an address} */
  public static long getLong(long address) {
    return ALL.get(JAVA_LONG_UNALIGNED, address);
  }

  /** Puts a 64-bit number or pointer to an address. */
  public static void putLong(long address, long value) {
    ALL.set(JAVA_LONG_UNALIGNED, address, value);
  }

  /** {@return the byte at an address} */
  public static byte getByte(long address) {
    return ALL.get(JAVA_BYTE, address);
  }

  /** Puts a 16-bit number to an address. */
  public static void putShort(long address, short value) {
    ALL.set(JAVA_SHORT_UNALIGNED, address, value);
  }

  /** Puts a byte to an address. */
  public static void putByte(long address, byte value) {
    ALL.set(JAVA_BYTE, address, value);
  }

  /** {@return the bytes from an address on, without a copy} */
  public static MemorySegment at(long address, long bytes) {
    return ALL.asSlice(address, bytes);
  }

  /**
   * {@return the bytes from an address on, which must not be there any more when the arena is
   * closed: whoever uses them then gets an exception}
   */
  public static MemorySegment at(long address, long bytes, Arena life) {
    return MemorySegment.ofAddress(address).reinterpret(bytes, life, null);
  }
}
