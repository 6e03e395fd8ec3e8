package dev.backplane.rtl.harness;

import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.netlist.Port;

/** Replaces a pin that the kernel does not have: reads as the default, ignores writes. */
final class AbsentPin implements Pin {
  private final Port port;
  private final long value;

  AbsentPin(String name, long value) {
    port = new Port(name, Port.Direction.OUTPUT, Long.SIZE);
    this.value = value;
  }

  @Override
  public Port port() {
    return port;
  }

  @Override
  public long get() {
    return value;
  }

  @Override
  public void set(long ignored) {
    // There is no pin to drive.
  }

  @Override
  public long word(int index) {
    return value;
  }

  @Override
  public void setWord(int index, long ignored) {
    // There is no pin to drive.
  }
}
