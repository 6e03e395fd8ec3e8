package dev.backplane.drivers.opencl.icd;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * What is mapped into this process, so that an address that a library gave can be judged before it
 * is used. Where the system does not tell, every address is taken for good.
 */
final class ProcessMemory {
  private static final Path MAPS = Path.of("/proc/self/maps");

  private record Range(long end, boolean readable, boolean executable) {}

  private final NavigableMap<Long, Range> ranges = new TreeMap<>(Long::compareUnsigned);

  private ProcessMemory() {}

  /** {@return what is mapped now} */
  static ProcessMemory now() {
    ProcessMemory memory = new ProcessMemory();
    try {
      // Names of files may be in any encoding.
      for (String line : Files.readAllLines(MAPS, StandardCharsets.ISO_8859_1)) {
        String[] fields = line.split(" ", 3);
        int dash = fields[0].indexOf('-');
        memory.ranges.put(
            Long.parseUnsignedLong(fields[0].substring(0, dash), 16),
            new Range(
                Long.parseUnsignedLong(fields[0].substring(dash + 1), 16),
                fields[1].startsWith("r"),
                fields[1].charAt(2) == 'x'));
      }
    } catch (IOException e) {
      memory.ranges.clear();
    }
    return memory;
  }

  /** {@return whether there are so many bytes to be read at an address} */
  boolean readable(long address, long bytes) {
    if (ranges.isEmpty()) {
      return address > 0;
    }
    if (Long.compareUnsigned(address, address + bytes) > 0) {
      return false;
    }
    long at = address;
    while (Long.compareUnsigned(at, address + bytes) < 0) {
      var range = ranges.floorEntry(at);
      if (range == null
          || Long.compareUnsigned(range.getValue().end(), at) <= 0
          || !range.getValue().readable()) {
        return false;
      }
      at = range.getValue().end();
    }
    return true;
  }

  /** {@return whether there is code at an address} */
  boolean executable(long address) {
    if (ranges.isEmpty()) {
      return address != 0;
    }
    var range = ranges.floorEntry(address);
    return range != null
        && Long.compareUnsigned(range.getValue().end(), address) > 0
        && range.getValue().executable();
  }
}
