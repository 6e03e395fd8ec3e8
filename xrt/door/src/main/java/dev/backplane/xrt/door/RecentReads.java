package dev.backplane.xrt.door;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * Remembers what a host has read of memory last. A host that reads the same again and again waits
 * for something that has not happened yet.
 */
final class RecentReads {
  /** Pieces of a buffer that is read in several calls are news, though each is read again. */
  private static final int PLACES = 64;

  private final long[] addresses = new long[PLACES];
  private final long[] sums = new long[PLACES];
  private final CRC32C sum = new CRC32C();
  private int next;

  /** {@return whether bytes differ from those that were read there last} */
  boolean isNews(long address, ByteBuffer bytes) {
    sum.reset();
    sum.update(bytes.duplicate());
    // Never 0, which stands for nothing.
    long now = sum.getValue() << 1 | 1;
    for (int place = 0; place < PLACES; place++) {
      if (sums[place] != 0 && addresses[place] == address) {
        boolean news = sums[place] != now;
        sums[place] = now;
        return news;
      }
    }
    addresses[next] = address;
    sums[next] = now;
    next = (next + 1) % PLACES;
    return true;
  }
}
