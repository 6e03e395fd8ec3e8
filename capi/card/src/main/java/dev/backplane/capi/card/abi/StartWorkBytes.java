package dev.backplane.capi.card.abi;

import dev.backplane.api.capi.StartWork;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The structure {@code cxl_ioctl_start_work}, in the byte order of the machine. */
public final class StartWorkBytes {
  /** The size in bytes. */
  public static final int BYTES = 64;

  /** The authority mask is given. */
  public static final long AUTHORITY_MASK = 0x1;

  /** The number of interrupts is given. */
  public static final long INTERRUPTS = 0x2;

  /** Registers of a context that is gone read all ones, instead of ending the process. */
  public static final long ALL_ONES = 0x4;

  private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

  private static final int FLAGS = 0;
  private static final int DESCRIPTOR = 8;
  private static final int MASK = 16;
  private static final int COUNT = 24;

  private StartWorkBytes() {}

  /**
   * Writes it.
   *
   * @param work what is started
   * @param flags further flags, those of {@code work} aside
   * @param target {@value #BYTES} bytes
   */
  public static void write(StartWork work, long flags, MemorySegment target) {
    target.asSlice(0, BYTES).fill((byte) 0);
    long given = flags;
    if (work.authorityMask().isPresent()) {
      given |= AUTHORITY_MASK;
    }
    if (work.interrupts().isPresent()) {
      given |= INTERRUPTS;
    }
    target.set(LONG, FLAGS, given);
    target.set(LONG, DESCRIPTOR, work.descriptor());
    target.set(LONG, MASK, work.authorityMask().orElse(0));
    target.set(SHORT, COUNT, (short) work.interrupts().orElse(0));
  }
}
