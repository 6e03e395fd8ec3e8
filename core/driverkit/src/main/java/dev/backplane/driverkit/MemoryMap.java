package dev.backplane.driverkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The memory map of this process, as the kernel reports it: code, memory, registers of devices. */
public final class MemoryMap {
  private static final Path MAPS = Path.of("/proc/self/maps");
  private static final String DEVICES = "/dev/";

  /** Address, permissions, offset, device, inode, and the path if there is one. */
  private static final int FIELDS = 6;

  private final TreeMap<Long, Region> regions = new TreeMap<>(Long::compareUnsigned);

  /**
   * A range of addresses.
   *
   * @param end the first address behind it
   * @param permissions as {@code rwxp}, with {@code -} for what is not allowed
   * @param path the file that is mapped; empty if none is
   */
  public record Region(long end, String permissions, String path) {
    boolean isCode() {
      return permissions.indexOf('x') >= 0;
    }

    /** {@return whether it can be read} */
    public boolean isReadable() {
      return permissions.startsWith("r");
    }

    /** {@return whether it can be written} */
    public boolean isWritable() {
      return permissions.startsWith("w", 1);
    }

    /** {@return whether it is memory or registers of a device, of just the size that it maps} */
    public boolean isOfDevice() {
      return path.startsWith(DEVICES) || path.startsWith("/sys/");
    }
  }

  private MemoryMap() {}

  /** {@return the map of now; one without any entry if the kernel does not tell} */
  public static MemoryMap now() {
    MemoryMap map = new MemoryMap();
    try {
      for (String line : Files.readAllLines(MAPS)) {
        String[] fields = line.split(" +", FIELDS);
        String[] range = fields[0].split("-", 2);
        map.regions.put(
            Long.parseUnsignedLong(range[0], 16),
            new Region(
                Long.parseUnsignedLong(range[1], 16),
                fields[1],
                fields.length == FIELDS ? fields[FIELDS - 1] : ""));
      }
    } catch (IOException e) {
      map.regions.clear(); // Then nothing can be said of any address.
    }
    return map;
  }

  /** {@return whether nothing speaks against calling an address} */
  public boolean mayBeCode(long address) {
    return regions.isEmpty() || region(address).map(Region::isCode).orElse(false);
  }

  /** {@return whether nothing speaks against reading some bytes at an address} */
  public boolean mayBeRead(long address, long bytes) {
    return regions.isEmpty()
        || (isReadable(address) && isReadable(address + Math.max(0, bytes - 1)));
  }

  private boolean isReadable(long address) {
    return region(address).map(Region::isReadable).orElse(false);
  }

  /**
   * {@return why some bytes cannot be read, and written if they are to be; empty if nothing speaks
   * against it}
   *
   * @param address the first
   * @param bytes how many, at least 1
   * @param isWritten whether they are to be written
   */
  public Optional<String> whyNot(long address, long bytes, boolean isWritten) {
    long last = address + bytes - 1;
    if (Long.compareUnsigned(last, address) < 0) {
      return Optional.of("%d bytes from 0x%x on go beyond all addresses".formatted(bytes, address));
    }
    long at = address;
    while (!regions.isEmpty() && Long.compareUnsigned(at, last) <= 0) {
      Region region = region(at).orElse(null);
      if (region == null) {
        return Optional.of("no memory is mapped at 0x%x".formatted(at));
      }
      if (!region.isReadable() || (isWritten && !region.isWritable())) {
        return Optional.of(
            "memory at 0x%x cannot be %s: it is mapped as '%s'"
                .formatted(at, region.isReadable() ? "written" : "read", region.permissions()));
      }
      at = region.end();
    }
    return Optional.empty();
  }

  /** {@return the range that an address lies in, if it lies in one} */
  public Optional<Region> region(long address) {
    Map.Entry<Long, Region> below = regions.floorEntry(address);
    return below == null || Long.compareUnsigned(address, below.getValue().end()) >= 0
        ? Optional.empty()
        : Optional.of(below.getValue());
  }
}
