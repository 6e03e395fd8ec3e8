package dev.backplane.opae.driver.device;

import dev.backplane.api.board.Clock;
import dev.backplane.api.board.Clocks;
import dev.backplane.ffi.RawMemory;
import dev.backplane.ffi.Slab;
import dev.backplane.opae.abi.UserClock;
import java.util.List;
import java.util.OptionalInt;

/** The user clock of an accelerator. */
final class OpaeClocks implements Clocks {
  private static final long HZ_PER_MHZ = 1_000_000;

  private final OpenResource resource;

  OpaeClocks(OpenResource resource) {
    this.resource = resource;
  }

  @Override
  public List<Clock> clocks() {
    return now().clocks(OptionalInt.empty(), OptionalInt.empty());
  }

  private UserClock now() {
    try (Slab.Frame frame = Slab.frame()) {
      long high = frame.allocate(2 * Long.BYTES, Long.BYTES).address();
      long low = high + Long.BYTES;
      resource.with(
          "fpgaGetUserClock", handle -> resource.opae().getUserClock(handle, high, low, 0));
      return new UserClock(megahertz(RawMemory.getLong(high)), megahertz(RawMemory.getLong(low)));
    }
  }

  /** OPAE's headers say MHz, its own plugin answers Hz. No clock has so many MHz. */
  private static int megahertz(long told) {
    return Math.clamp(
        told < HZ_PER_MHZ ? told : (told + HZ_PER_MHZ / 2) / HZ_PER_MHZ, 0, Integer.MAX_VALUE);
  }

  @Override
  public void reclock(List<Integer> megahertz) {
    UserClock before = now();
    UserClock wanted = before.with(megahertz);
    if (wanted.equals(before) && megahertz.stream().allMatch(each -> each == 0)) {
      return;
    }
    long handle = resource.handle().begin("fpgaSetUserClock");
    try {
      resource.checkRange(
          resource.opae().setUserClock(handle, wanted.high(), wanted.low(), 0),
          "fpgaSetUserClock",
          "the plugin does not make %d and %d MHz".formatted(wanted.high(), wanted.low()));
    } finally {
      resource.handle().end();
    }
  }
}
