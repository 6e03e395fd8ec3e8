package dev.backplane.rtl.engines.jvm;

import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.netlist.Port;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** A pin whose words lie in an array that generated code reads and writes. */
final class ArrayPin implements Pin {
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final Port port;
  private final BytecodeEngine engine;
  private final long[] words;
  private final int first;
  private final int count;
  private final int width;
  private final long lowMask;
  private final boolean input;

  /** True if it has no bits besides whole words. */
  private final boolean wholeWords;

  ArrayPin(Port port, BytecodeEngine engine, long[] words, int first) {
    this.port = port;
    this.engine = engine;
    this.words = words;
    this.first = first;
    this.count = Bits.limbs(port.width());
    this.width = port.width();
    this.lowMask = Word.lowMask(port.width());
    this.input = port.direction() == Port.Direction.INPUT;
    this.wholeWords = width % Long.SIZE == 0;
  }

  @Override
  public Port port() {
    return port;
  }

  /** {@return the index of its lowest word in the array} */
  int slot() {
    return first;
  }

  /** {@return the indices of all its words in the array} */
  IntStream slots() {
    return IntStream.range(first, first + count);
  }

  /** {@return the bits of each word that the pin has} */
  LongStream masks() {
    return IntStream.range(0, count).mapToLong(at -> Word.lowMask(width - at * Long.SIZE));
  }

  boolean isInput() {
    return input;
  }

  @Override
  public long get() {
    return words[first];
  }

  @Override
  public void set(long value) {
    drive(first, value & lowMask);
  }

  @Override
  public long word(int index) {
    return words[first + Objects.checkIndex(index, count)];
  }

  @Override
  public void setWord(int index, long value) {
    int at = Objects.checkIndex(index, count);
    drive(first + at, value & Word.lowMask(port.width() - at * Long.SIZE));
  }

  @Override
  public void load(MemorySegment memory, long offset) {
    requireInput();
    if (width == Integer.SIZE) {
      words[first] = memory.get(INT, offset) & lowMask;
      engine.invalidate();
    } else if (wholeWords) {
      for (int i = 0; i < count; i++) {
        words[first + i] = memory.get(LONG, offset + (long) i * Long.BYTES);
      }
      engine.invalidate();
    } else {
      Pin.super.load(memory, offset);
    }
  }

  @Override
  public void store(MemorySegment memory, long offset) {
    if (width == Integer.SIZE) {
      memory.set(INT, offset, (int) words[first]);
    } else if (wholeWords) {
      for (int i = 0; i < count; i++) {
        memory.set(LONG, offset + (long) i * Long.BYTES, words[first + i]);
      }
    } else {
      Pin.super.store(memory, offset);
    }
  }

  /** Refuses what would drive an output. */
  void requireInput() {
    if (!input) {
      throw new IllegalStateException(
          "port " + port.name() + " is an output of the design: it cannot be driven");
    }
  }

  private void drive(int at, long value) {
    requireInput();
    if (words[at] != value) {
      words[at] = value;
      engine.invalidate();
    }
  }

  @Override
  public String toString() {
    return port.name();
  }
}
