package dev.backplane.capi.card.abi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The structure {@code cxl_adapter_image}, in the byte order of the machine. */
public final class AdapterImageBytes {
  /** The size in bytes. */
  public static final int BYTES = 64;

  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

  private static final long NEED_HEADER = 1;
  private static final int FLAGS = 0;
  private static final int DATA = 8;
  private static final int LENGTH = 16;
  private static final int IMAGE_LENGTH = 24;

  private AdapterImageBytes() {}

  /**
   * Writes it.
   *
   * @param needsHeader whether the kernel puts a header before the chunk
   * @param data the address of the chunk
   * @param length its bytes
   * @param imageLength the bytes of all chunks
   * @param target {@value #BYTES} bytes
   */
  public static void write(
      boolean needsHeader, long data, long length, long imageLength, MemorySegment target) {
    target.asSlice(0, BYTES).fill((byte) 0);
    target.set(LONG, FLAGS, needsHeader ? NEED_HEADER : 0);
    target.set(LONG, DATA, data);
    target.set(LONG, LENGTH, length);
    target.set(LONG, IMAGE_LENGTH, imageLength);
  }
}
