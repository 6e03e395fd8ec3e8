package dev.backplane.capi.door;

import dev.backplane.ffi.DescriptorTable;

/**
 * The descriptors that this process keeps for itself, so that it goes on when clients have taken
 * all others: classes and files are opened with them, also by what gives things back. Safe for use
 * by several threads.
 */
final class DescriptorReserve {
  /** The number of descriptors that are kept, unless the process can have but a few. */
  private static final long KEPT = 32;

  private static final long LEAST_PART = 8;

  private long promised;

  /**
   * {@return whether clients may have some descriptors} If so, they are promised until {@link
   * #settle}: nobody else gets them meanwhile.
   *
   * @param count how many
   */
  synchronized boolean promise(int count) {
    long kept = Math.min(KEPT, DescriptorTable.limit() / LEAST_PART);
    if (DescriptorTable.left() - promised < kept + count) {
      return false;
    }
    promised += count;
    return true;
  }

  /**
   * Says that descriptors were taken, or are not needed.
   *
   * @param count as many as were promised
   */
  synchronized void settle(int count) {
    promised -= count;
  }
}
