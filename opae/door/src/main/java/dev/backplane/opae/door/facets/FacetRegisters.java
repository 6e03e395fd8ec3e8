package dev.backplane.opae.door.facets;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.RegisterSpace;
import dev.backplane.ffi.RawMemory;
import dev.backplane.opae.abi.FpgaResult;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/** Functions for registers. */
final class FacetRegisters {
  private final FacetDevices devices;

  FacetRegisters(FacetDevices devices) {
    this.devices = devices;
  }

  Optional<MemorySegment> mapped(long handle, int space) {
    return devices.device(handle).space(space).mapped();
  }

  int read64(long handle, int space, long offset, long value) {
    RawMemory.putLong(value, devices.device(handle).space(space).registers().read64(offset));
    return FpgaResult.OK;
  }

  int write64(long handle, int space, long offset, long value) {
    devices.device(handle).space(space).registers().write64(offset, value);
    return FpgaResult.OK;
  }

  int read32(long handle, int space, long offset, long value) {
    RawMemory.putInt(value, devices.device(handle).space(space).registers().read32(offset));
    return FpgaResult.OK;
  }

  int write32(long handle, int space, long offset, int value) {
    devices.device(handle).space(space).registers().write32(offset, value);
    return FpgaResult.OK;
  }

  int write512(long handle, int space, long offset, long value) {
    MemorySegment words = RawMemory.at(value, RegisterSpace.WIDE_BYTES);
    devices.device(handle).space(space).registers().write512(offset, words);
    return FpgaResult.OK;
  }

  /** Without a pointer the program means to use the other functions only. */
  int map(long handle, int space, long pointer) {
    Optional<MemorySegment> mapped = mapped(handle, space);
    if (pointer == 0) {
      return FpgaResult.OK;
    }
    MemorySegment registers =
        mapped.orElseThrow(
            () ->
                BackplaneException.because(
                        ErrorCode.NOT_SUPPORTED, "the registers of this device are not in memory")
                    .during("map register space " + space)
                    .remedy("Pass a null pointer, and use fpgaReadMMIO64 and the like")
                    .build());
    RawMemory.putLong(pointer, registers.address());
    return FpgaResult.OK;
  }

  /** It stays mapped until the device is closed; that takes nothing from anybody. */
  int unmap(long handle, int space) {
    var _ = devices.device(handle).space(space);
    return FpgaResult.OK;
  }
}
