package dev.backplane.rtl.harness.axi;

import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.harness.InterfacePins;
import dev.backplane.rtl.netlist.Port;

/** A pin that stores its words. */
final class FakePin implements Pin {
  private final Port port;
  private final long[] words;

  FakePin(Port port) {
    this.port = port;
    words = new long[InterfacePins.wordCount(port.width())];
  }

  @Override
  public Port port() {
    return port;
  }

  @Override
  public long get() {
    return words[0];
  }

  @Override
  public void set(long value) {
    setWord(0, value);
  }

  @Override
  public long word(int index) {
    return words[index];
  }

  @Override
  public void setWord(int index, long value) {
    int bits = Math.min(Long.SIZE, port.width() - index * Long.SIZE);
    words[index] = bits == Long.SIZE ? value : value & ((1L << bits) - 1);
  }

  boolean isSet() {
    return words[0] != 0;
  }
}
