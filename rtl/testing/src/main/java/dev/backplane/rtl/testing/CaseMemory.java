package dev.backplane.rtl.testing;

import dev.backplane.rtl.harness.BusMemory;
import dev.backplane.rtl.harness.ports.BusInterface;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * The memory of a run: a region for each buffer, of whole pages as on a card. The bytes between the
 * end of a buffer and the end of its last page have to stay as they are.
 */
final class CaseMemory implements BusMemory {
  private static final long PAGE = 4096;

  /** The address of a card's first bank, for kernels that can address it. */
  private static final long BASE = 0x40_0000_0000L;

  private static final long LOW_BASE = 0x1000_0000L;

  private static final byte BEYOND = (byte) 0x5a;

  private record Buffer(Region region, long size) {}

  private final SequencedMap<String, Buffer> buffers = new LinkedHashMap<>();

  CaseMemory(KernelUnderTest kernel, Map<String, Contents> contents, Arena arena) {
    long next = base(kernel);
    for (Map.Entry<String, Contents> each : contents.entrySet()) {
      byte[] bytes = each.getValue().bytes();
      long pages = Math.max(1, Math.ceilDiv(bytes.length, PAGE)) * PAGE;
      MemorySegment memory = arena.allocate(pages, PAGE).fill(BEYOND);
      buffers.put(each.getKey(), new Buffer(new Region(next, memory, true), bytes.length));
      next += pages + PAGE;
    }
  }

  private static long base(KernelUnderTest kernel) {
    boolean wide =
        kernel.ports().interfaces().stream()
                .filter(BusInterface::isMaster)
                .allMatch(bus -> bus.addressBits() >= 40)
            && kernel.arguments().stream()
                .filter(argument -> argument.type().contains("*"))
                .allMatch(argument -> argument.size() >= Long.BYTES);
    return wide ? BASE : LOW_BASE;
  }

  /** Gives all buffers their contents again. */
  void fill(Map<String, Contents> contents) {
    contents.forEach(
        (name, each) ->
            MemorySegment.copy(
                each.bytes(),
                0,
                buffer(name).region().memory(),
                ValueLayout.JAVA_BYTE,
                0,
                each.bytes().length));
  }

  long address(String name) {
    return buffer(name).region().base();
  }

  byte[] bytes(String name) {
    Buffer buffer = buffer(name);
    return buffer.region().memory().asSlice(0, buffer.size()).toArray(ValueLayout.JAVA_BYTE);
  }

  /** {@return how far beyond the end of a buffer the first byte is that was changed} */
  OptionalLong writtenBeyond(String name) {
    Buffer buffer = buffer(name);
    MemorySegment memory = buffer.region().memory();
    for (long at = buffer.size(); at < memory.byteSize(); at++) {
      if (memory.get(ValueLayout.JAVA_BYTE, at) != BEYOND) {
        return OptionalLong.of(at - buffer.size());
      }
    }
    return OptionalLong.empty();
  }

  private Buffer buffer(String name) {
    return Optional.ofNullable(buffers.get(name)).orElseThrow();
  }

  @Override
  public @Nullable Region find(String master, long address) {
    for (Buffer buffer : buffers.values()) {
      if (buffer.region().contains(address)) {
        return buffer.region();
      }
    }
    return null;
  }

  @Override
  public String describe(String master, long address) {
    String nearest = "no buffer";
    long distance = Long.MAX_VALUE;
    for (Map.Entry<String, Buffer> each : buffers.entrySet()) {
      long offset = address - each.getValue().region().base();
      long size = each.getValue().size();
      long away = offset < 0 ? -offset : Math.max(0, offset - size + 1);
      if (away < distance && away >= 0) {
        distance = away;
        nearest =
            offset < 0
                ? "%d bytes before argument '%s'".formatted(-offset, each.getKey())
                : offset < size
                    ? "byte %d of argument '%s'".formatted(offset, each.getKey())
                    : "%d bytes past the end of argument '%s'"
                        .formatted(offset - size, each.getKey());
      }
    }
    return nearest;
  }
}
