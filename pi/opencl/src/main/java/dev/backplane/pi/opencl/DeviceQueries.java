package dev.backplane.pi.opencl;

import dev.backplane.ffi.Slab;
import dev.backplane.pi.table.PiCalls;
import dev.backplane.pi.table.PiResult;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Answers the device queries of the plugin interface that OpenCL has no number for, from what
 * OpenCL and its vendors' extensions do have.
 */
final class DeviceQueries {
  /** From here on queries are the plugin interface's own. */
  static final int FIRST = 0x10020;

  private static final int TYPE = 0x1000;
  private static final int VERSION = 0x102F;
  private static final int EXTENSIONS = 0x1030;
  private static final int SVM = 0x1053;
  private static final int ATOMIC_CAPABILITIES = 0x1063;
  private static final int FENCE_CAPABILITIES = 0x1064;
  private static final int FREE_MEMORY_AMD = 0x4039;
  private static final int GPU = 4;
  private static final int SUB_GROUP_PROGRESS = 0x105D;
  private static final int MOST_SUB_GROUPS = 0x105C;
  private static final int IL_VERSION = 0x105B;

  private final MemorySegment getDeviceInfo;

  DeviceQueries(MemorySegment getDeviceInfo) {
    this.getDeviceInfo = getDeviceInfo;
  }

  /** Answers one of the plugin interface's own queries. */
  int answer(long device, int name, Answer answer) {
    return switch (name) {
      case 0x10020 -> { // PCI_ADDRESS
        String address = PciAddress.of(this, device);
        yield address.isEmpty() ? PiResult.INVALID_VALUE : answer.ofText(address);
      }
      case 0x10027 -> answer.ofBool(true); // IMAGE_SRGB
      case 0x10028 -> answer.ofBool((number(device, TYPE) & GPU) == 0); // BUILD_ON_SUBDEVICE
      case 0x10029 -> freeMemory(device, answer); // FREE_MEMORY
      case 0x10032 -> answer.ofInt(1); // MAX_COMPUTE_QUEUE_INDICES
      case 0x10110 ->
          answer.ofBool(has(device, "cl_khr_int64_base_atomics", "cl_khr_int64_extended_atomics"));
      case 0x10111 -> answer.ofLongs(orders(capabilities(device, ATOMIC_CAPABILITIES)));
      case 0x10113 -> answer.ofText(text(device, VERSION)); // BACKEND_VERSION
      case 0x11000 -> answer.ofLongs(scopes(capabilities(device, ATOMIC_CAPABILITIES)));
      case 0x1FFFF -> answer.ofBool(false); // BFLOAT16
      // OpenCL has no limit for the number of work groups.
      case 0x20000, 0x20003 -> answer.ofLongs(Long.MAX_VALUE);
      case 0x20001 -> answer.ofLongs(Long.MAX_VALUE, Long.MAX_VALUE);
      case 0x20002 -> answer.ofLongs(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
      case 0x20006 -> answer.ofLongs(orders(capabilities(device, FENCE_CAPABILITIES)));
      case 0x20007 -> answer.ofLongs(scopes(capabilities(device, FENCE_CAPABILITIES)));
      // Bindless images, command buffers and cube maps are not offered.
      case 0x20100, 0x20113, 0x20114, 0x20115, 0x20116 -> answer.ofBool(false);
      default -> PiResult.INVALID_VALUE;
    };
  }

  /** Answers a query of OpenCL's that this implementation does not know. */
  int instead(long device, int name, Answer answer) {
    return switch (name) {
      case UnifiedMemory.HOST_SUPPORT,
          UnifiedMemory.DEVICE_SUPPORT,
          UnifiedMemory.SINGLE_SUPPORT,
          UnifiedMemory.CROSS_SUPPORT,
          UnifiedMemory.SYSTEM_SUPPORT ->
          answer.ofLongs(UnifiedMemory.support(name, number(device, SVM)));
      case IL_VERSION -> known(device) ? answer.ofText("") : PiResult.INVALID_DEVICE;
      case MOST_SUB_GROUPS, SUB_GROUP_PROGRESS ->
          known(device) && number(device, name) == 0 ? answer.ofInt(0) : PiResult.INVALID_VALUE;
      default -> PiResult.INVALID_VALUE;
    };
  }

  private boolean known(long device) {
    return number(device, TYPE) != 0;
  }

  private int freeMemory(long device, Answer answer) {
    long kilobytes = number(device, FREE_MEMORY_AMD);
    return kilobytes == 0 ? PiResult.INVALID_VALUE : answer.ofLongs(kilobytes << 10);
  }

  private boolean has(long device, String... extensions) {
    String all = " " + text(device, EXTENSIONS) + " ";
    for (String extension : extensions) {
      if (!all.contains(" " + extension + " ")) {
        return false;
      }
    }
    return true;
  }

  /** {@return OpenCL 3.0's capabilities of atomics or fences; before it, what 1.x always has} */
  private long capabilities(long device, int name) {
    long said = number(device, name);
    // Relaxed order, scope of a work group.
    return said == 0 ? 0b1_0001 : said;
  }

  /**
   * OpenCL: relaxed, acquire and release, sequential. PI: relaxed, acquire, release, both,
   * sequential.
   */
  private static long orders(long capabilities) {
    return (capabilities & 1) | ((capabilities & 2) == 0 ? 0 : 0b1110) | ((capabilities & 4) << 2);
  }

  /** OpenCL: item, group, device, all. PI: item, sub-group, group, device, system. */
  private static long scopes(long capabilities) {
    long scopes = capabilities >> 3 & 0b1111;
    return (scopes & 1) | ((scopes & 0b10) == 0 ? 0 : 0b110) | (scopes & 0b1100) << 1;
  }

  /** {@return a number of up to 64 bits, 0 if the device does not say} */
  long number(long device, int name) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment value = frame.allocate(ValueLayout.JAVA_LONG);
      value.set(ValueLayout.JAVA_LONG, 0, 0);
      int result =
          PiCalls.call(getDeviceInfo, device, name, (long) Long.BYTES, value.address(), 0L);
      return result == 0 ? value.get(ValueLayout.JAVA_LONG, 0) : 0;
    }
  }

  /** {@return the bytes of an answer, none if the device does not say} */
  byte[] bytes(long device, int name) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment size = arena.allocate(ValueLayout.JAVA_LONG);
      if (PiCalls.call(getDeviceInfo, device, name, 0L, 0L, size.address()) != 0) {
        return new byte[0];
      }
      long bytes = size.get(ValueLayout.JAVA_LONG, 0);
      MemorySegment value = arena.allocate(bytes, Long.BYTES);
      return PiCalls.call(getDeviceInfo, device, name, bytes, value.address(), 0L) == 0
          ? value.toArray(ValueLayout.JAVA_BYTE)
          : new byte[0];
    }
  }

  /** {@return a text, empty if the device does not say} */
  String text(long device, int name) {
    String text = new String(bytes(device, name), StandardCharsets.UTF_8);
    int end = text.indexOf('\0');
    return (end < 0 ? text : text.substring(0, end)).strip();
  }

  /** Finds the address of a device on the PCI bus, by whichever extension reports it. */
  private static final class PciAddress {
    private static final int KHR = 0x410F;
    private static final int NV_BUS = 0x4008;
    private static final int NV_SLOT = 0x4009;
    private static final int NV_DOMAIN = 0x400A;
    private static final int AMD = 0x4037;
    private static final int KHR_BYTES = 16;
    private static final int AMD_BYTES = 24;
    private static final int AMD_BUS = 21;

    private static String of(DeviceQueries queries, long device) {
      byte[] khr = queries.bytes(device, KHR);
      if (khr.length == KHR_BYTES) {
        var words = java.nio.ByteBuffer.wrap(khr).order(java.nio.ByteOrder.nativeOrder());
        return text(words.getInt(0), words.getInt(4), words.getInt(8), words.getInt(12));
      }
      if (queries.bytes(device, NV_BUS).length > 0) {
        int slot = (int) queries.number(device, NV_SLOT);
        int domain = (int) queries.number(device, NV_DOMAIN);
        return text(domain, (int) queries.number(device, NV_BUS), slot >> 3, slot & 7);
      }
      byte[] amd = queries.bytes(device, AMD);
      return amd.length == AMD_BYTES
          ? text(0, amd[AMD_BUS] & 0xff, amd[AMD_BUS + 1], amd[AMD_BUS + 2])
          : "";
    }

    private static String text(int domain, int bus, int device, int function) {
      return String.format(
          Locale.ROOT, "%04x:%02x:%02x.%x", domain, bus, device & 0x1f, function & 7);
    }
  }
}
