package dev.backplane.xrt.card.unit;

import dev.backplane.api.Buffer;
import dev.backplane.rtl.harness.BusMemory;
import dev.backplane.xrt.card.image.CardImage;
import dev.backplane.xrt.card.memory.CardBuffer;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The values to write into the registers of a compute unit before its start: the bits of each
 * argument and the buffers that they point to, or the register writes of a command.
 */
public final class RunArguments {
  private final long[] values;
  private final @Nullable CardBuffer[] buffers;
  private final BusMemory.@Nullable Region[] regions;
  private final @Nullable MemorySegment[] memory;
  private boolean watched;

  private final int @Nullable [] writes;

  /** Creates arguments whose values are all 0 and that point to no buffer. */
  public RunArguments(int count) {
    this(count, null);
  }

  private RunArguments(int count, int @Nullable [] writes) {
    this.writes = writes;
    values = new long[count];
    buffers = new CardBuffer[count];
    regions = new BusMemory.Region[count];
    memory = new MemorySegment[count];
  }

  /** {@return the arguments of a kernel that was started through its registers: none are known} */
  public static RunArguments none(CardImage.KernelPlan kernel) {
    return new RunArguments(kernel.arguments().size());
  }

  /**
   * {@return the register writes of a command in place of arguments}
   *
   * @param writes the offset and the value of each register to write
   */
  public static RunArguments ofCommand(CardImage.KernelPlan kernel, int... writes) {
    return new RunArguments(kernel.arguments().size(), writes);
  }

  /** {@return the same values and buffers, to be set apart from these} */
  public RunArguments copy() {
    RunArguments copy = new RunArguments(values.length, writes);
    System.arraycopy(values, 0, copy.values, 0, values.length);
    System.arraycopy(buffers, 0, copy.buffers, 0, buffers.length);
    copy.watched = watched;
    return copy;
  }

  /** {@return offset and value of each register to write in place of arguments, or null} */
  public int @Nullable [] writes() {
    return writes;
  }

  public void set(int argument, long bits) {
    values[argument] = bits;
  }

  /** Sets a buffer, or a number where there was a buffer. */
  public void bind(int argument, long bits, @Nullable CardBuffer buffer) {
    values[argument] = bits;
    buffers[argument] = buffer;
    regions[argument] = null;
    memory[argument] = null;
    watched = false;
    for (CardBuffer one : buffers) {
      watched |= one != null && one.isWatched();
    }
  }

  public long bits(int argument) {
    return values[argument];
  }

  /** {@return whether a card with strict sync looks at who uses the buffers} */
  public boolean isWatched() {
    return watched;
  }

  /** {@return the bits by argument, not copied} */
  public long[] values() {
    return values;
  }

  public @Nullable CardBuffer buffer(int argument) {
    return buffers[argument];
  }

  public int count() {
    return values.length;
  }

  /**
   * {@return the device's copy of a buffer, found once for all executions; null for a number} It is
   * looked for again if the copy moved, as it does when it is exported.
   */
  @SuppressWarnings("ReferenceEquality") // Whether it is the same mapping, wherever it lies.
  @Nullable MemorySegment deviceMemory(int argument) {
    CardBuffer buffer = buffers[argument];
    MemorySegment known = memory[argument];
    return buffer == null || (known != null && regions[argument] == buffer.object().region())
        ? known
        : findMemory(argument, buffer);
  }

  private @Nullable MemorySegment findMemory(int argument, CardBuffer buffer) {
    if (buffer.address() == Buffer.NO_ADDRESS) {
      return null;
    }
    BusMemory.Region region = buffer.object().region();
    MemorySegment found = region.memory().asSlice(buffer.address() - region.base(), buffer.size());
    regions[argument] = region;
    memory[argument] = found;
    return found;
  }

  /** {@return the buffers, in the order of the arguments} */
  public List<CardBuffer> buffers() {
    List<CardBuffer> all = new ArrayList<>();
    for (CardBuffer buffer : buffers) {
      if (buffer != null) {
        all.add(buffer);
      }
    }
    return all;
  }

  /** Notes, on a card with strict sync, that the device uses the buffers from now on. */
  public void markInUse(Object run) {
    if (watched) {
      for (CardBuffer buffer : buffers) {
        if (buffer != null) {
          buffer.givenTo(run.toString());
        }
      }
    }
  }
}
