package dev.backplane.rtl.harness;

import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.harness.ports.PortSlice;
import dev.backplane.rtl.netlist.Port;

/** Some bits of a pin that packs several signals. */
final class SlicedPin implements Pin {
  private final Pin pin;
  private final Port port;
  private final int lsb;
  private final int width;

  SlicedPin(Pin pin, PortSlice slice) {
    this.pin = pin;
    port = new Port(slice.name(), slice.direction(), slice.width());
    lsb = slice.lsb();
    width = slice.width();
  }

  @Override
  public Port port() {
    return port;
  }

  @Override
  public long word(int index) {
    int from = lsb + index * Long.SIZE;
    int at = from / Long.SIZE;
    int shift = from % Long.SIZE;
    long bits = pin.word(at) >>> shift;
    if (shift != 0 && shift + bitsOf(index) > Long.SIZE) {
      bits |= pin.word(at + 1) << (Long.SIZE - shift);
    }
    return bits & mask(bitsOf(index));
  }

  @Override
  public void setWord(int index, long value) {
    int from = lsb + index * Long.SIZE;
    int at = from / Long.SIZE;
    int shift = from % Long.SIZE;
    long mask = mask(bitsOf(index));
    long bits = value & mask;
    pin.setWord(at, (pin.word(at) & ~(mask << shift)) | (bits << shift));
    if (shift != 0 && shift + bitsOf(index) > Long.SIZE) {
      int taken = Long.SIZE - shift;
      pin.setWord(at + 1, (pin.word(at + 1) & ~(mask >>> taken)) | (bits >>> taken));
    }
  }

  /** The bits of the signal in one of its words. */
  private int bitsOf(int index) {
    return Math.min(Long.SIZE, width - index * Long.SIZE);
  }

  private static long mask(int bits) {
    return bits == Long.SIZE ? -1 : (1L << bits) - 1;
  }
}
