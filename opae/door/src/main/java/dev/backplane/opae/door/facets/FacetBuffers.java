package dev.backplane.opae.door.facets;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Memory;
import dev.backplane.api.Placement;
import dev.backplane.ffi.RawMemory;
import dev.backplane.opae.abi.FpgaResult;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Functions for memory. A program of OPAE knows no sync: host and accelerator see one memory, and a
 * device that has two copies cannot serve it.
 */
final class FacetBuffers {
  private static final int PREALLOCATED = 1;
  private static final int READ_ONLY = 4;
  private static final int ALL_FLAGS = 7;
  private static final long PAGE = 4096;

  /** The kinds of memory with one copy for host and device, the most usual first. */
  private static final List<Placement.Kind> ONE_COPY =
      List.of(Placement.Kind.HOST, Placement.Kind.SHARED_HOST, Placement.Kind.SHARED);

  private final FacetDevices devices;

  FacetBuffers(FacetDevices devices) {
    this.devices = devices;
  }

  int prepare(long handle, long bytes, long address, long wsid, int flags) {
    FacetDevice device = devices.device(handle);
    boolean isPreallocated = (flags & PREALLOCATED) != 0;
    if ((flags & ~ALL_FLAGS) != 0) {
      throw FacetDevices.invalid("there is no such flag among 0x%x".formatted(flags));
    }
    Memory memory = device.facet(Memory.class);
    if (isPreallocated && bytes == 0 && address == 0) {
      return memory.placements().contains(Placement.Kind.USER_MEMORY)
          ? FpgaResult.OK
          : FpgaResult.NOT_SUPPORTED;
    }
    if (bytes <= 0 || (isPreallocated && bytes % PAGE != 0)) {
      throw FacetDevices.invalid("a buffer cannot have %d bytes".formatted(bytes));
    }
    long whole = (bytes + PAGE - 1) & -PAGE;
    Buffer buffer = memory.allocate(whole, placement(memory, flags, whole, address));
    if (buffer.placement().needsSync()) {
      buffer.close();
      throw twoCopies();
    }
    RawMemory.putLong(address, buffer.host().address());
    RawMemory.putLong(wsid, device.add(buffer));
    return FpgaResult.OK;
  }

  private static Placement placement(Memory memory, int flags, long bytes, long address) {
    if ((flags & PREALLOCATED) != 0) {
      long pages = RawMemory.getLong(address);
      if (pages == 0 || pages % PAGE != 0) {
        throw FacetDevices.invalid("0x%x is not the address of a page".formatted(pages));
      }
      if (Long.MAX_VALUE - pages < bytes || pages < 0) {
        throw FacetDevices.invalid("%d bytes from 0x%x on are no memory".formatted(bytes, pages));
      }
      MemorySegment given = RawMemory.at(pages, bytes);
      return Placement.memory((flags & READ_ONLY) != 0 ? given.asReadOnly() : given);
    }
    return ONE_COPY.stream()
        .filter(memory.placements()::contains)
        .findFirst()
        .map(Placement::of)
        .orElseThrow(FacetBuffers::twoCopies);
  }

  private static BackplaneException twoCopies() {
    return BackplaneException.because(
            ErrorCode.NOT_SUPPORTED,
            "buffers of this device have two copies, and programs of OPAE do not copy between them")
        .during("prepare a buffer")
        .remedy("Use a device with memory of the host")
        .build();
  }

  int release(long handle, long wsid) {
    FacetDevice device = devices.device(handle);
    Buffer buffer = device.buffer(wsid);
    if (buffer == null) {
      throw FacetDevices.invalid("there is no workspace %d".formatted(wsid));
    }
    buffer.close();
    device.remove(wsid);
    return FpgaResult.OK;
  }

  int ioAddress(long handle, long wsid, long place) {
    Buffer buffer = devices.device(handle).buffer(wsid);
    if (buffer == null) {
      return FpgaResult.NOT_FOUND;
    }
    RawMemory.putLong(place, buffer.address());
    return FpgaResult.OK;
  }

  int workspace(long handle, long wsid, long ioAddress, long address, long bytes) {
    Buffer buffer = devices.device(handle).buffer(wsid);
    if (buffer == null) {
      return FpgaResult.NOT_FOUND;
    }
    RawMemory.putLong(ioAddress, buffer.address());
    RawMemory.putLong(address, buffer.host().address());
    RawMemory.putLong(bytes, buffer.size());
    return FpgaResult.OK;
  }
}
