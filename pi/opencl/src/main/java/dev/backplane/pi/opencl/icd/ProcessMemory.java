package dev.backplane.pi.opencl.icd;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The memory map of this process, used to check an address from a library before it is used. Where
 * the system does not give the map, every address is taken as good. Memory that a library maps
 * after the first read of the map is found by a second read, so that one read is enough for most
 * libraries. For use by one thread.
 */
final class ProcessMemory {
  private static final Path MAPS = Path.of("/proc/self/maps");
  private static final int READABLE = 1;
  private static final int EXECUTABLE = 2;

  /**
   * The first address of each range, in ascending unsigned order; {@link #ends} has the addresses
   * behind them.
   */
  private long[] begins = new long[0];

  private long[] ends = begins;
  private byte[] uses = new byte[0];

  /** {@return whether there are so many bytes to be read at an address} */
  boolean readable(long address, long bytes) {
    return has(address, bytes, READABLE);
  }

  /** {@return whether there is code at an address} */
  boolean executable(long address) {
    return has(address, 1, EXECUTABLE);
  }

  private boolean has(long address, long bytes, int use) {
    if (begins.length > 0 && covers(address, bytes, use)) {
      return true;
    }
    look();
    return begins.length == 0 ? address > 0 : covers(address, bytes, use);
  }

  private boolean covers(long address, long bytes, int use) {
    if (Long.compareUnsigned(address, address + bytes) > 0) {
      return false;
    }
    long at = address;
    while (Long.compareUnsigned(at, address + bytes) < 0) {
      int range = range(at);
      if (range < 0 || (uses[range] & use) == 0) {
        return false;
      }
      at = ends[range];
    }
    return true;
  }

  /** {@return the range that an address is in, negative if in none} */
  private int range(long address) {
    int from = 0;
    int to = begins.length;
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (Long.compareUnsigned(begins[middle], address) <= 0) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from > 0 && Long.compareUnsigned(address, ends[from - 1]) < 0 ? from - 1 : -1;
  }

  /**
   * Reads {@code 7f12-7f34 r-xp ...}, a line for each range; names of files are of any encoding.
   */
  private void look() {
    byte[] text;
    try {
      text = Files.readAllBytes(MAPS);
    } catch (IOException e) {
      text = new byte[0];
    }
    int lines = 0;
    for (byte b : text) {
      lines += b == '\n' ? 1 : 0;
    }
    begins = new long[lines];
    ends = new long[lines];
    uses = new byte[lines];
    int at = 0;
    for (int line = 0; line < lines; line++) {
      for (; text[at] != '-'; at++) {
        begins[line] = begins[line] << 4 | Character.digit(text[at], 16);
      }
      for (at++; text[at] != ' '; at++) {
        ends[line] = ends[line] << 4 | Character.digit(text[at], 16);
      }
      uses[line] =
          (byte) ((text[at + 1] == 'r' ? READABLE : 0) | (text[at + 3] == 'x' ? EXECUTABLE : 0));
      while (text[at] != '\n') {
        at++;
      }
      at++;
    }
  }
}
