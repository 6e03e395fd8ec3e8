package dev.backplane.ffi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.Arrays;
import java.util.Optional;

/**
 * Addresses that native code gave and that may be wrong. The kernel is asked to read there, and
 * refuses where nothing can be read, so that a wrong address does not end the process.
 */
public final class GivenAddresses {
  /** The number of pieces that the kernel reads at once. */
  private static final int MOST = 1024;

  /** No machine has smaller pages. */
  private static final int PAGE = 4096;

  private static final long PROCESS = ProcessHandle.current().pid();
  private static final Optional<MemorySegment> READ = NativeLibrary.c().find("process_vm_readv");

  private GivenAddresses() {}

  /**
   * Finds out whether memory can be read.
   *
   * @param addresses where
   * @param bytes how many at each, up to 4096
   * @param memory for the question
   * @return whether all of it can be read now; {@code false} also where the kernel does not say
   */
  public static boolean canBeRead(long[] addresses, long bytes, SegmentAllocator memory) {
    // One byte of each page will do. What lies beside each other was mostly given one after the
    // other, so few pages are left of many addresses.
    long[] pages = new long[2 * addresses.length];
    int count = 0;
    long last = -1;
    for (long address : addresses) {
      long begin = address & -PAGE;
      long end = address + bytes - 1 & -PAGE;
      if (begin != last) {
        pages[count++] = address;
      }
      if (end != begin) {
        pages[count++] = end;
      }
      last = end;
    }
    for (int from = 0; from < count; from += MOST) {
      if (!read(Arrays.copyOfRange(pages, from, Math.min(count, from + MOST)), memory)) {
        return false;
      }
    }
    return true;
  }

  private static boolean read(long[] bytes, SegmentAllocator memory) {
    int count = bytes.length;
    // The first piece is where they go.
    IoVectors pieces = new IoVectors(memory, count + 1);
    pieces.set(0, memory.allocate(count).address(), count);
    for (int i = 0; i < count; i++) {
      pieces.set(i + 1, bytes[i], 1);
    }
    return READ.isPresent()
        && WordCalls.call(READ.get(), PROCESS, pieces.address(0), 1, pieces.address(1), count, 0)
            == count;
  }
}
