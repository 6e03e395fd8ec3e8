package dev.backplane.rtl.simulators.verilator;

import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.netlist.Port;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * A pin in the memory of a verilated model: 1, 2, 4 or 8 bytes, or an array of 32-bit words. There
 * is one class per size, so that an access is one load or store.
 */
abstract sealed class NativePin implements Pin {
  /**
   * The whole address space: pins are accessed at absolute addresses; the model outlives their use.
   */
  @SuppressWarnings("restricted") // The pins are memory of native code.
  static final MemorySegment MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /** The memory of the pins of closed engines, as large as the widest pin, 2^20 bits. */
  private static final long CLOSED = Arena.global().allocate(1 << 17, 8).address();

  final Port port;
  final long mask;

  /** Not final: after the engine is closed, accesses go to {@link #CLOSED}. */
  long address;

  private NativePin(Port port, long address) {
    this.port = port;
    this.address = address;
    this.mask = port.width() >= 64 ? -1L : (1L << port.width()) - 1;
  }

  static NativePin at(Port port, long address) {
    int width = port.width();
    if (width <= 8) {
      return new OfByte(port, address);
    }
    if (width <= 16) {
      return new OfShort(port, address);
    }
    if (width <= 32) {
      return new OfInt(port, address);
    }
    return width <= 64 ? new OfLong(port, address) : new OfWords(port, address);
  }

  /** {@return how many bytes of memory a pin takes} */
  static int bytes(int width) {
    return width <= 8
        ? 1
        : width <= 16 ? 2 : width <= 32 ? 4 : width <= 64 ? 8 : (width + 31) / 32 * 4;
  }

  /** Drives a pin of one bit. */
  final void setLevel(int value) {
    MEMORY.set(ValueLayout.JAVA_BYTE, address, (byte) value);
  }

  /** Detaches the pin from memory that is freed. */
  final void disconnect() {
    address = CLOSED;
  }

  @Override
  public final Port port() {
    return port;
  }

  @Override
  public long word(int index) {
    return index == 0 ? get() : 0;
  }

  @Override
  public void setWord(int index, long value) {
    if (index == 0) {
      set(value);
    }
  }

  private static final class OfByte extends NativePin {
    OfByte(Port port, long address) {
      super(port, address);
    }

    @Override
    public long get() {
      return MEMORY.get(ValueLayout.JAVA_BYTE, address) & 0xffL;
    }

    @Override
    public void set(long value) {
      MEMORY.set(ValueLayout.JAVA_BYTE, address, (byte) (value & mask));
    }
  }

  private static final class OfShort extends NativePin {
    OfShort(Port port, long address) {
      super(port, address);
    }

    @Override
    public long get() {
      return MEMORY.get(ValueLayout.JAVA_SHORT_UNALIGNED, address) & 0xffffL;
    }

    @Override
    public void set(long value) {
      MEMORY.set(ValueLayout.JAVA_SHORT_UNALIGNED, address, (short) (value & mask));
    }
  }

  private static final class OfInt extends NativePin {
    OfInt(Port port, long address) {
      super(port, address);
    }

    @Override
    public long get() {
      return MEMORY.get(ValueLayout.JAVA_INT_UNALIGNED, address) & 0xffffffffL;
    }

    @Override
    public void set(long value) {
      MEMORY.set(ValueLayout.JAVA_INT_UNALIGNED, address, (int) (value & mask));
    }

    @Override
    public void load(MemorySegment memory, long offset) {
      if (port.width() == Integer.SIZE) {
        MEMORY.set(ValueLayout.JAVA_INT_UNALIGNED, address, memory.get(INT, offset));
      } else {
        super.load(memory, offset);
      }
    }

    @Override
    public void store(MemorySegment memory, long offset) {
      if (port.width() == Integer.SIZE) {
        memory.set(INT, offset, MEMORY.get(ValueLayout.JAVA_INT_UNALIGNED, address));
      } else {
        super.store(memory, offset);
      }
    }
  }

  private static final class OfLong extends NativePin {
    OfLong(Port port, long address) {
      super(port, address);
    }

    @Override
    public long get() {
      return MEMORY.get(ValueLayout.JAVA_LONG_UNALIGNED, address);
    }

    @Override
    public void set(long value) {
      MEMORY.set(ValueLayout.JAVA_LONG_UNALIGNED, address, value & mask);
    }
  }

  /**
   * Words of 32 bits, the lowest first; with an odd number of them, the last long has only a lower
   * half.
   */
  private static final class OfWords extends NativePin {
    private final int words;

    OfWords(Port port, long address) {
      super(port, address);
      words = (port.width() + 31) / 32;
    }

    @Override
    public void load(MemorySegment memory, long offset) {
      if (port.width() % Integer.SIZE != 0) {
        super.load(memory, offset);
        return;
      }
      for (long at = 0; at < (long) words * Integer.BYTES; at += Integer.BYTES) {
        MEMORY.set(ValueLayout.JAVA_INT_UNALIGNED, address + at, memory.get(INT, offset + at));
      }
    }

    @Override
    public void store(MemorySegment memory, long offset) {
      if (port.width() % Integer.SIZE != 0) {
        super.store(memory, offset);
        return;
      }
      for (long at = 0; at < (long) words * Integer.BYTES; at += Integer.BYTES) {
        memory.set(INT, offset + at, MEMORY.get(ValueLayout.JAVA_INT_UNALIGNED, address + at));
      }
    }

    @Override
    public long word(int index) {
      long low = MEMORY.get(ValueLayout.JAVA_INT_UNALIGNED, address + 8L * index) & 0xffffffffL;
      if (2 * index + 1 == words) {
        return low;
      }
      return low
          | (long) MEMORY.get(ValueLayout.JAVA_INT_UNALIGNED, address + 8L * index + 4) << 32;
    }

    @Override
    public void setWord(int index, long value) {
      int rest = port.width() - 64 * index;
      long kept = rest >= 64 ? value : value & ((1L << rest) - 1);
      MEMORY.set(ValueLayout.JAVA_INT_UNALIGNED, address + 8L * index, (int) kept);
      if (2 * index + 1 < words) {
        MEMORY.set(ValueLayout.JAVA_INT_UNALIGNED, address + 8L * index + 4, (int) (kept >>> 32));
      }
    }
  }
}
