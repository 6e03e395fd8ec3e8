package dev.backplane.opae.driver.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.RegisterSpace;
import dev.backplane.driverkit.MemoryMap;
import dev.backplane.ffi.RawMemory;
import dev.backplane.ffi.Slab;
import dev.backplane.opae.abi.FpgaResult;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A register space of an accelerator. It is mapped when it is first used. Where the plugin gives
 * its address, and it is sure how many bytes are there, an access is one load or store of Java's;
 * otherwise it is a call of the plugin.
 *
 * <p>Plugins do not tell how large a space is: it is what is configured, else what the kernel has
 * mapped of a device, else what accelerators of OPAE have at most. Behind the real end the plugin
 * refuses.
 */
final class MmioSpace implements RegisterSpace {
  /** The architecture gives an accelerator 256 KiB. */
  private static final long USUAL_BYTES = 1 << 18;

  private final OpenResource resource;
  private final int number;
  private final Optional<Long> configured;
  private final Object mapping = new Object();
  private volatile @Nullable MappedWords words;
  private volatile boolean isTried;
  private boolean isMapped;
  private long bytes;

  MmioSpace(OpenResource resource, int number, Optional<Long> configured) {
    this.resource = resource;
    this.number = number;
    this.configured = configured;
    bytes = configured.orElse(USUAL_BYTES);
  }

  /** {@return the words, if they can be accessed without the plugin} */
  private @Nullable MappedWords words() {
    if (!isTried) {
      synchronized (mapping) {
        if (!isTried) {
          tryMapping();
          isTried = true;
        }
      }
    }
    return words;
  }

  private void tryMapping() {
    if (!resource.has("fpgaMapMMIO")) {
      return;
    }
    long handle = resource.handle().begin("fpgaMapMMIO");
    try (Slab.Frame frame = Slab.frame()) {
      long place = frame.word();
      RawMemory.putLong(place, 0);
      int result = resource.opae().mapMmio(handle, number, place);
      long address = RawMemory.getLong(place);
      if (result == FpgaResult.NOT_SUPPORTED) {
        // Such registers are reached by calls alone, but want to be mapped all the same.
        result = resource.opae().mapMmio(handle, number, 0);
        address = 0;
      }
      if (result == FpgaResult.NOT_SUPPORTED) {
        return;
      }
      resource.check(result, "fpgaMapMMIO");
      isMapped = true;
      long known = address == 0 ? 0 : known(address);
      if (known > 0) {
        bytes = known;
        words = new MappedWords(address, known, resource.key());
      }
    } finally {
      resource.handle().end();
    }
  }

  /** {@return the number of bytes that are certainly mapped; 0 if it is not known} */
  private long known(long address) {
    Optional<MemoryMap.Region> region = MemoryMap.now().region(address);
    if (region.isEmpty()) {
      return 0;
    }
    long room = (region.get().end() - address) & -Long.BYTES;
    if (configured.isPresent()) {
      return Math.min(configured.get(), room);
    }
    return region.get().isOfDevice() ? room : 0;
  }

  @Override
  public long size() {
    var _ = words();
    return bytes;
  }

  private void check(long offset, int width) {
    if ((offset & (width - 1)) != 0 || offset < 0 || offset > bytes - width) {
      throw outside(offset, width);
    }
  }

  private BackplaneException outside(long offset, int width) {
    return BackplaneException.because(
            ErrorCode.OUT_OF_RANGE,
            "%d bytes at 0x%x are not a register of the %d bytes of space %d"
                .formatted(width, offset, bytes, number))
        .on(resource.key())
        .remedy("Use an offset inside that is a multiple of " + width)
        .build();
  }

  private void check(int result, String function, long offset, int width) {
    if (result == FpgaResult.INVALID_PARAM) {
      throw outside(offset, width);
    }
    resource.check(result, function);
  }

  @Override
  public long read64(long offset) {
    MappedWords mapped = words();
    check(offset, Long.BYTES);
    if (mapped != null) {
      return mapped.read64(offset);
    }
    long handle = resource.handle().begin("fpgaReadMMIO64");
    try (Slab.Frame frame = Slab.frame()) {
      long place = frame.word();
      int result = resource.opae().readMmio64(handle, number, offset, place);
      if (result != FpgaResult.OK) {
        check(result, "fpgaReadMMIO64", offset, Long.BYTES);
      }
      return RawMemory.getLong(place);
    } finally {
      resource.handle().end();
    }
  }

  @Override
  public void write64(long offset, long value) {
    MappedWords mapped = words();
    check(offset, Long.BYTES);
    if (mapped != null) {
      mapped.write64(offset, value);
      return;
    }
    long handle = resource.handle().begin("fpgaWriteMMIO64");
    try {
      int result = resource.opae().writeMmio64(handle, number, offset, value);
      check(result, "fpgaWriteMMIO64", offset, Long.BYTES);
    } finally {
      resource.handle().end();
    }
  }

  @Override
  public int read32(long offset) {
    MappedWords mapped = words();
    check(offset, Integer.BYTES);
    if (mapped != null) {
      return mapped.read32(offset);
    }
    long handle = resource.handle().begin("fpgaReadMMIO32");
    try (Slab.Frame frame = Slab.frame()) {
      long place = frame.word();
      int result = resource.opae().readMmio32(handle, number, offset, place);
      check(result, "fpgaReadMMIO32", offset, Integer.BYTES);
      return RawMemory.getInt(place);
    } finally {
      resource.handle().end();
    }
  }

  @Override
  public void write32(long offset, int value) {
    MappedWords mapped = words();
    check(offset, Integer.BYTES);
    if (mapped != null) {
      mapped.write32(offset, value);
      return;
    }
    long handle = resource.handle().begin("fpgaWriteMMIO32");
    try {
      int result = resource.opae().writeMmio32(handle, number, offset, value);
      check(result, "fpgaWriteMMIO32", offset, Integer.BYTES);
    } finally {
      resource.handle().end();
    }
  }

  @Override
  public boolean isWide() {
    return resource.has("fpgaWriteMMIO512");
  }

  /** Reads 512 bits as eight reads of 64, as OPAE has no such read. */
  @Override
  public void read512(long offset, MemorySegment target) {
    checkWide("read512", offset, target);
    for (int i = 0; i < WIDE_BYTES; i += Long.BYTES) {
      target.set(ValueLayout.JAVA_LONG_UNALIGNED, i, read64(offset + i));
    }
  }

  @Override
  public void write512(long offset, MemorySegment source) {
    checkWide("write512", offset, source);
    long handle = resource.handle().begin("fpgaWriteMMIO512");
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment words = frame.allocate(WIDE_BYTES, WIDE_BYTES).copyFrom(source);
      int result = resource.opae().writeMmio512(handle, number, offset, words.address());
      check(result, "fpgaWriteMMIO512", offset, WIDE_BYTES);
    } finally {
      resource.handle().end();
    }
  }

  private void checkWide(String operation, long offset, MemorySegment memory) {
    if (!isWide()) {
      throw BackplaneException.because(
              ErrorCode.NOT_SUPPORTED, "the plugin has no function fpgaWriteMMIO512")
          .during(operation)
          .on(resource.key())
          .remedy("Use accesses of 64 bits")
          .build();
    }
    if (memory.byteSize() != WIDE_BYTES) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT,
              "the memory has %d bytes, not %d".formatted(memory.byteSize(), WIDE_BYTES))
          .during(operation)
          .on(resource.key())
          .remedy("Pass a segment of 64 bytes")
          .build();
    }
    var _ = words();
    check(offset, WIDE_BYTES);
  }

  @Override
  public Optional<MemorySegment> map() {
    MappedWords mapped = words();
    return mapped == null ? Optional.empty() : Optional.of(mapped.memory());
  }

  /** Ends accesses that go without the plugin. */
  void close() {
    synchronized (mapping) {
      isTried = true;
      MappedWords mapped = words;
      if (mapped != null) {
        mapped.close();
      }
    }
  }

  /** Gives the mapping back, when no call is in the plugin any more. */
  void unmap() {
    synchronized (mapping) {
      if (isMapped) {
        isMapped = false;
        var _ = resource.opae().unmapMmio(resource.handle().value(), number);
      }
    }
  }
}
