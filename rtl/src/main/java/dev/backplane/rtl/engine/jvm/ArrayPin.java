package dev.backplane.rtl.engine.jvm;

import dev.backplane.rtl.engine.Pin;
import dev.backplane.rtl.netlist.Port;
import java.util.Objects;

/** A pin whose words lie in an array that generated code reads and writes. */
final class ArrayPin implements Pin {
  private final Port port;
  private final BytecodeEngine engine;
  private final long[] words;
  private final int first;
  private final int count;
  private final long lowMask;
  private final boolean input;

  ArrayPin(Port port, BytecodeEngine engine, long[] words, int first) {
    this.port = port;
    this.engine = engine;
    this.words = words;
    this.first = first;
    this.count = Bits.limbs(port.width());
    this.lowMask = Word.lowMask(port.width());
    this.input = port.direction() == Port.Direction.INPUT;
  }

  @Override
  public Port port() {
    return port;
  }

  /** {@return the index of its lowest word in the array} */
  int slot() {
    return first;
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

  private void drive(int at, long value) {
    if (!input) {
      throw new IllegalStateException(
          "port " + port.name() + " is an output of the design: it cannot be driven");
    }
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
