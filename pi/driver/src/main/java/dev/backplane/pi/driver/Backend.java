package dev.backplane.pi.driver;

import dev.backplane.ffi.Slab;
import dev.backplane.pi.table.Pi;
import dev.backplane.pi.table.PiResult;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The runtime below a plugin, whose number its platforms tell. */
final class Backend {
  private static final int PLATFORM_BACKEND = 0x21000;

  private Backend() {}

  static String name(Pi pi, long platform) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment number = frame.allocate(Integer.BYTES, Integer.BYTES);
      number.set(ValueLayout.JAVA_INT, 0, 0);
      int result =
          pi.platformGetInfo(platform, PLATFORM_BACKEND, Integer.BYTES, number.address(), 0);
      return name(result == PiResult.SUCCESS ? number.get(ValueLayout.JAVA_INT, 0) : 0);
    }
  }

  private static String name(int number) {
    return switch (number) {
      case 1 -> "level_zero";
      case 2 -> "opencl";
      case 3 -> "cuda";
      case 4 -> "hip";
      case 5 -> "esimd_emulator";
      case 6 -> "native_cpu";
      default -> "pi";
    };
  }
}
