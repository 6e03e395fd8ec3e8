package dev.backplane.drivers.opae.device;

import dev.backplane.api.opae.UserClock;
import dev.backplane.ffi.RawMemory;
import dev.backplane.ffi.Slab;

/** The clocks that an accelerator's user sets. */
final class OpaeClock implements UserClock {
  private static final long HZ_PER_MHZ = 1_000_000;

  private final OpenResource resource;

  OpaeClock(OpenResource resource) {
    this.resource = resource;
  }

  @Override
  public Frequencies frequencies() {
    try (Slab.Frame frame = Slab.frame()) {
      long high = frame.allocate(2 * Long.BYTES, Long.BYTES).address();
      long low = high + Long.BYTES;
      resource.with(
          "fpgaGetUserClock", handle -> resource.opae().getUserClock(handle, high, low, 0));
      return new Frequencies(megahertz(RawMemory.getLong(high)), megahertz(RawMemory.getLong(low)));
    }
  }

  /** OPAE's headers say MHz, its own plugin answers Hz. No clock has so many MHz. */
  private static long megahertz(long told) {
    return told < HZ_PER_MHZ ? told : (told + HZ_PER_MHZ / 2) / HZ_PER_MHZ;
  }

  @Override
  public void frequencies(Frequencies frequencies) {
    resource.with(
        "fpgaSetUserClock",
        handle -> resource.opae().setUserClock(handle, frequencies.high(), frequencies.low(), 0));
  }
}
