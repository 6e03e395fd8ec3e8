package dev.backplane.drivers.softcard;

import dev.backplane.api.Buffer;
import dev.backplane.drivers.softcard.memory.CardBuffer;
import dev.backplane.rtl.harness.BusMemory;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** What a run passes: bits for each register, and the buffers that they point to. */
final class RunArguments {
  private final long[] values;
  private final @Nullable CardBuffer[] buffers;
  private final BusMemory.@Nullable Region[] regions;
  private final @Nullable MemorySegment[] memory;
  private boolean watched;

  RunArguments(int count) {
    values = new long[count];
    buffers = new CardBuffer[count];
    regions = new BusMemory.Region[count];
    memory = new MemorySegment[count];
  }

  /** Those of a kernel that was started through its registers. */
  static RunArguments none(CardImage.KernelPlan kernel) {
    return new RunArguments(kernel.arguments().size());
  }

  void set(int argument, long bits) {
    values[argument] = bits;
  }

  /** Sets a buffer, or a number where there was a buffer. */
  void bind(int argument, long bits, @Nullable CardBuffer buffer) {
    values[argument] = bits;
    buffers[argument] = buffer;
    regions[argument] = null;
    memory[argument] = null;
    watched = false;
    for (CardBuffer one : buffers) {
      watched |= one != null && one.isWatched();
    }
  }

  long bits(int argument) {
    return values[argument];
  }

  /** {@return the bits by argument, not copied} */
  long[] values() {
    return values;
  }

  @Nullable CardBuffer buffer(int argument) {
    return buffers[argument];
  }

  int count() {
    return values.length;
  }

  /**
   * {@return the device's copy of a buffer, found once for all executions; null for a number} It is
   * looked for again if the copy moved, as it does when it is exported.
   */
  @SuppressWarnings("ReferenceEquality") // Whether it is the same mapping, wherever it lies.
  @Nullable MemorySegment deviceMemory(int argument) {
    CardBuffer buffer = buffers[argument];
    if (buffer == null || buffer.address() == Buffer.NO_ADDRESS) {
      return null;
    }
    BusMemory.Region region = buffer.object().region();
    MemorySegment known = memory[argument];
    if (known != null && regions[argument] == region) {
      return known;
    }
    MemorySegment found = region.memory().asSlice(buffer.address() - region.base(), buffer.size());
    regions[argument] = region;
    memory[argument] = found;
    return found;
  }

  /** Notes, where somebody wants to know, that the device uses the buffers now. */
  void give(CardRun run) {
    if (watched) {
      for (CardBuffer buffer : buffers) {
        if (buffer != null) {
          buffer.givenTo(run.toString());
        }
      }
    }
  }
}
