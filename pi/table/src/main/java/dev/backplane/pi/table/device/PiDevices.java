package dev.backplane.pi.table.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.BusAddress;
import dev.backplane.api.DeviceProperties;
import dev.backplane.api.DeviceType;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Extent;
import dev.backplane.api.ObjectType;
import dev.backplane.api.Property;
import dev.backplane.pi.table.Pi;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** The platforms and devices behind a table, and what they say of themselves. */
public final class PiDevices {
  private static final int PLATFORM_VERSION = 0x901;
  private static final int PLATFORM_NAME = 0x902;
  private static final int PLATFORM_VENDOR = 0x903;
  private static final int DEVICE_TYPE = 0x1000;
  private static final int DEVICE_VENDOR_ID = 0x1001;
  private static final int DEVICE_MAX_COMPUTE_UNITS = 0x1002;
  private static final int DEVICE_MAX_WORK_ITEM_DIMENSIONS = 0x1003;
  private static final int DEVICE_MAX_WORK_GROUP_SIZE = 0x1004;
  private static final int DEVICE_MAX_WORK_ITEM_SIZES = 0x1005;
  private static final int DEVICE_MAX_MEM_ALLOC_SIZE = 0x1010;
  private static final int DEVICE_IMAGE2D_MAX_WIDTH = 0x1011;
  private static final int DEVICE_IMAGE2D_MAX_HEIGHT = 0x1012;
  private static final int DEVICE_IMAGE3D_MAX_WIDTH = 0x1013;
  private static final int DEVICE_IMAGE3D_MAX_HEIGHT = 0x1014;
  private static final int DEVICE_IMAGE3D_MAX_DEPTH = 0x1015;
  private static final int DEVICE_IMAGE_SUPPORT = 0x1016;
  private static final int DEVICE_MAX_CLOCK_FREQUENCY = 0x100C;
  private static final int DEVICE_GLOBAL_MEM_SIZE = 0x101F;
  private static final int DEVICE_LOCAL_MEM_SIZE = 0x1023;
  private static final int DEVICE_NAME = 0x102B;
  private static final int DEVICE_VENDOR = 0x102C;
  private static final int DEVICE_DRIVER_VERSION = 0x102D;
  private static final int DEVICE_VERSION = 0x102F;
  private static final int DEVICE_EXTENSIONS = 0x1030;
  private static final int DEVICE_PCI_ADDRESS = 0x10020;

  private static final long ALL_TYPES = 0xFFFF_FFFFL;
  private static final long CPU = 2;
  private static final long GPU = 4;
  private static final long ACCELERATOR = 8;

  /** A plugin that reports more devices than this, which no machine has, is wrong. */
  private static final int MOST = 4096;

  private static final Path PCI_DEVICES = Path.of("/sys/bus/pci/devices");

  private PiDevices() {}

  /**
   * A platform.
   *
   * @param handle its handle
   * @param name its name
   * @param vendor who made it
   * @param version the version of what it implements
   */
  public record Platform(long handle, String name, String vendor, String version) {}

  /**
   * A device that was found.
   *
   * @param platform the platform that it is of
   * @param handle its handle
   * @param index its place on the platform
   * @param properties what it says, for the driver to add to
   */
  public record Found(
      Platform platform, long handle, int index, DeviceProperties.Builder properties) {}

  /**
   * Lists platforms.
   *
   * @param pi the table
   * @return the platforms in the plugin's order, possibly none
   * @throws dev.backplane.api.BackplaneException if the plugin fails
   */
  public static List<Platform> platforms(Pi pi) {
    Results results = new Results(pi);
    List<Platform> platforms = new ArrayList<>();
    for (long each :
        handles(
            results,
            "list platforms",
            (count, out, number) -> pi.platformsGet(count, out, number))) {
      platforms.add(
          new Platform(
              each,
              text(pi, results, each, PLATFORM_NAME),
              text(pi, results, each, PLATFORM_VENDOR),
              text(pi, results, each, PLATFORM_VERSION)));
    }
    return platforms;
  }

  /**
   * Lists the devices of a platform.
   *
   * @param pi the table
   * @param platform the platform
   * @return its devices in the plugin's order, possibly none
   * @throws dev.backplane.api.BackplaneException if the plugin fails
   */
  public static List<Found> of(Pi pi, Platform platform) {
    Results results = new Results(pi);
    List<Found> devices = new ArrayList<>();
    for (long each :
        handles(
            results,
            "list devices of " + platform.name(),
            (count, out, number) ->
                pi.devicesGet(platform.handle(), ALL_TYPES, count, out, number))) {
      devices.add(describe(pi, platform, each, devices.size()));
    }
    return devices;
  }

  /**
   * Asks a device for what it says of itself.
   *
   * @param pi the table
   * @param platform the platform that it is of
   * @param device its handle, that of a part of a device included
   * @param index its place
   * @return the device
   * @throws dev.backplane.api.BackplaneException if it has no name or no type
   */
  public static Found describe(Pi pi, Platform platform, long device, int index) {
    return new Found(platform, device, index, properties(pi, platform, device));
  }

  private static DeviceProperties.Builder properties(Pi pi, Platform platform, long device) {
    Results results = new Results(pi);
    Asked asked = new Asked(results, pi, device);
    String name = Query.text(results, "ask for a name", asked.question(DEVICE_NAME)).strip();
    long type = Query.number(results, "ask for a type", asked.question(DEVICE_TYPE));
    DeviceProperties.Builder properties =
        DeviceProperties.builder(name, ObjectType.DEVICE, type(type))
            .takesImages()
            .with(Property.PLATFORM, platform.name())
            .with(Property.PLATFORM_VERSION, platform.version());
    asked.text(DEVICE_VENDOR, properties::vendor);
    asked.text(DEVICE_VERSION, text -> properties.with(Property.VERSION, text));
    asked.text(DEVICE_DRIVER_VERSION, text -> properties.with(Property.DRIVER_VERSION, text));
    asked.text(DEVICE_EXTENSIONS, text -> properties.with(Property.EXTENSIONS, text));
    asked.number(DEVICE_VENDOR_ID, id -> properties.vendorId((int) id));
    asked.number(DEVICE_MAX_COMPUTE_UNITS, units -> properties.with(Property.COMPUTE_UNITS, units));
    asked.number(DEVICE_MAX_CLOCK_FREQUENCY, mhz -> properties.with(Property.CLOCK_MHZ, mhz));
    asked.number(DEVICE_GLOBAL_MEM_SIZE, bytes -> properties.with(Property.MEMORY_BYTES, bytes));
    asked.number(DEVICE_LOCAL_MEM_SIZE, bytes -> properties.with(Property.LOCAL_BYTES, bytes));
    limits(asked, properties);
    asked.text(DEVICE_PCI_ADDRESS, address -> place(properties, address));
    return properties;
  }

  private static void limits(Asked asked, DeviceProperties.Builder properties) {
    asked.number(
        DEVICE_MAX_MEM_ALLOC_SIZE, bytes -> properties.with(Property.LARGEST_ALLOCATION, bytes));
    asked.number(
        DEVICE_MAX_WORK_GROUP_SIZE, items -> properties.with(Property.LARGEST_GROUP, items));
    if (asked.number(DEVICE_MAX_WORK_ITEM_DIMENSIONS) >= 3) {
      long[] sizes = asked.numbers(DEVICE_MAX_WORK_ITEM_SIZES);
      properties.with(Property.LARGEST_GROUP_SIZES, new Extent(sizes[0], sizes[1], sizes[2]));
    }
    if (asked.number(DEVICE_IMAGE_SUPPORT) != 0) {
      properties.with(
          Property.LARGEST_IMAGE_2D,
          new Extent(
              asked.number(DEVICE_IMAGE2D_MAX_WIDTH), asked.number(DEVICE_IMAGE2D_MAX_HEIGHT), 1));
      properties.with(
          Property.LARGEST_IMAGE_3D,
          new Extent(
              asked.number(DEVICE_IMAGE3D_MAX_WIDTH),
              asked.number(DEVICE_IMAGE3D_MAX_HEIGHT),
              asked.number(DEVICE_IMAGE3D_MAX_DEPTH)));
    }
  }

  /**
   * {@return the type of a device} An accelerator of the interface is an FPGA, whatever its name.
   */
  private static DeviceType type(long type) {
    if ((type & GPU) != 0) {
      return DeviceType.GPU;
    }
    if ((type & CPU) != 0) {
      return DeviceType.CPU;
    }
    return (type & ACCELERATOR) != 0 ? DeviceType.FPGA : DeviceType.OTHER;
  }

  /**
   * Adds the device's bus address and its PCI ids, which the kernel of this machine has by the
   * address.
   */
  private static void place(DeviceProperties.Builder properties, String text) {
    try {
      BusAddress address = BusAddress.parse(text);
      properties.busAddress(address);
      Path folder = PCI_DEVICES.resolve(address.toString());
      properties.pciIds(id(folder.resolve("vendor")), id(folder.resolve("device")));
    } catch (IOException | RuntimeException unknown) {
      // A device that is on no bus, or of another machine, has no place here.
      properties.with(Property.PCI_ADDRESS, text);
    }
  }

  private static int id(Path file) throws IOException {
    return Integer.decode(Files.readString(file).strip());
  }

  private static String text(Pi pi, Results results, long platform, int name) {
    Query.Question question =
        (size, value, sizeRet) -> pi.platformGetInfo(platform, name, size, value, sizeRet);
    // Only people read it.
    return Query.isAnswered(question)
        ? Query.text(results, "ask a platform", question).strip()
        : "";
  }

  private static long[] handles(Results results, String operation, Listing listing) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment number = arena.allocate(ValueLayout.JAVA_INT);
      results.check(listing.list(0, 0, number.address()), operation);
      int there = number.get(ValueLayout.JAVA_INT, 0);
      if (there == 0) {
        return new long[0];
      }
      if (there < 0 || there > MOST) {
        throw new BackplaneException(
            ErrorCode.ENUMERATE_FAILED,
            "the plugin says that there are " + Integer.toUnsignedString(there));
      }
      MemorySegment out = arena.allocate(ValueLayout.JAVA_LONG, there);
      results.check(listing.list(there, out.address(), number.address()), operation);
      // It may have become fewer since.
      int given = Math.clamp(number.get(ValueLayout.JAVA_INT, 0), 0, there);
      return out.asSlice(0, (long) Long.BYTES * given).toArray(ValueLayout.JAVA_LONG);
    }
  }

  /** Both calls of a list: how many, then which. */
  private interface Listing {
    int list(int count, long out, long number);
  }

  /** Asks a device for what it need not know. */
  private record Asked(Results results, Pi pi, long device) {
    Query.Question question(int name) {
      return (size, value, sizeRet) -> pi.deviceGetInfo(device, name, size, value, sizeRet);
    }

    void text(int name, Consumer<String> known) {
      String text = Query.textIfKnown(results, "ask a device", question(name)).strip();
      if (!text.isEmpty()) {
        known.accept(text);
      }
    }

    void number(int name, LongConsumer known) {
      Query.numberIfKnown(question(name)).ifPresent(known);
    }

    long number(int name) {
      return Query.numberIfKnown(question(name)).orElse(0);
    }

    long[] numbers(int name) {
      return Query.longs(results, "ask a device", question(name));
    }
  }
}
