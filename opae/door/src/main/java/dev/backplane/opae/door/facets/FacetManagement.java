package dev.backplane.opae.door.facets;

import dev.backplane.api.Image;
import dev.backplane.api.Management;
import dev.backplane.api.board.Clocks;
import dev.backplane.api.board.Slots;
import dev.backplane.api.opae.AddressSpaceBinding;
import dev.backplane.api.opae.Ports;
import dev.backplane.ffi.RawMemory;
import dev.backplane.opae.abi.FpgaResult;
import dev.backplane.opae.abi.UserClock;
import java.lang.foreign.ValueLayout;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Functions for what has a device looked after: resets, slots, ports, clocks, addresses. */
final class FacetManagement {
  private static final int FORCE = 1;
  private static final int SKIP_USER_CLOCK = 2;
  private static final long HZ_PER_MHZ = 1_000_000;

  private final FacetDevices devices;

  FacetManagement(FacetDevices devices) {
    this.devices = devices;
  }

  int reset(long handle) {
    devices.device(handle).facet(Management.class).reset();
    return FpgaResult.OK;
  }

  int bindAddressSpace(long handle, long place) {
    RawMemory.putInt(place, devices.device(handle).facet(AddressSpaceBinding.class).bind());
    return FpgaResult.OK;
  }

  int assignPort(long handle, int hostInterface, int slot) {
    devices.device(handle).facet(Ports.class).assign(slot, hostInterface);
    return FpgaResult.OK;
  }

  int reconfigure(long handle, int slot, long image, long bytes, int flags) {
    if (bytes <= 0 || bytes > Integer.MAX_VALUE) {
      throw FacetDevices.invalid("no bitstream has %d bytes".formatted(bytes));
    }
    if ((flags & ~(FORCE | SKIP_USER_CLOCK)) != 0) {
      throw FacetDevices.invalid("there is no such flag among 0x%x".formatted(flags));
    }
    Set<Slots.Option> options = EnumSet.noneOf(Slots.Option.class);
    if ((flags & FORCE) != 0) {
      options.add(Slots.Option.FORCE);
    }
    if ((flags & SKIP_USER_CLOCK) != 0) {
      options.add(Slots.Option.SKIP_USER_CLOCK);
    }
    Slots slots = devices.device(handle).facet(Slots.class);
    byte[] content = RawMemory.at(image, bytes).toArray(ValueLayout.JAVA_BYTE);
    slots.reconfigure(slot, Image.of("the program's bitstream", content), options);
    return FpgaResult.OK;
  }

  int setClock(long handle, long high, long low) {
    if (high <= 0 || high > Integer.MAX_VALUE || low < 0 || low > high) {
      throw FacetDevices.invalid("the user clock cannot be %d and %d MHz".formatted(high, low));
    }
    devices.device(handle).facet(Clocks.class).reclock(List.of((int) high, (int) low));
    return FpgaResult.OK;
  }

  /** Told in Hz, as OPAE's own plugin does and its tools expect, but set in MHz. */
  int clock(long handle, long high, long low) {
    UserClock now = UserClock.of(devices.device(handle).facet(Clocks.class));
    RawMemory.putLong(high, now.high() * HZ_PER_MHZ);
    RawMemory.putLong(low, now.low() * HZ_PER_MHZ);
    return FpgaResult.OK;
  }
}
