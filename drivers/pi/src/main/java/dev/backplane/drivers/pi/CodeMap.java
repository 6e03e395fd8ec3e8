package dev.backplane.drivers.pi;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where this process has code, as the kernel tells it. A pointer to anywhere else, called, would
 * end the process.
 */
final class CodeMap {
  private static final Path MAPS = Path.of("/proc/self/maps");

  private final TreeMap<Long, Long> ends = new TreeMap<>(Long::compareUnsigned);

  private CodeMap() {}

  /** {@return the map of now; one without any entry if the kernel does not tell} */
  static CodeMap now() {
    CodeMap map = new CodeMap();
    try {
      for (String line : Files.readAllLines(MAPS)) {
        String[] fields = line.split(" ", 3);
        if (fields[1].indexOf('x') >= 0) {
          String[] range = fields[0].split("-", 2);
          map.ends.put(Long.parseUnsignedLong(range[0], 16), Long.parseUnsignedLong(range[1], 16));
        }
      }
    } catch (IOException e) {
      map.ends.clear(); // Then nothing can be said of any address.
    }
    return map;
  }

  /** {@return whether nothing speaks against calling an address} */
  boolean mayBeCode(long address) {
    Map.Entry<Long, Long> below = ends.floorEntry(address);
    return ends.isEmpty() || (below != null && Long.compareUnsigned(address, below.getValue()) < 0);
  }
}
