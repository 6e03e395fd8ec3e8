package dev.backplane.rtl.engines;

import java.util.List;
import java.util.Objects;

/** The words of any pins, one by one. */
final class EachPinWords implements PinWords {
  private final Pin[] pins;
  private final int[] indices;

  EachPinWords(List<Pin> some) {
    int count = some.stream().mapToInt(EachPinWords::count).sum();
    pins = new Pin[count];
    indices = new int[count];
    int at = 0;
    for (Pin pin : some) {
      for (int word = 0; word < count(pin); word++) {
        pins[at] = pin;
        indices[at++] = word;
      }
    }
  }

  private static int count(Pin pin) {
    return (pin.port().width() + Long.SIZE - 1) / Long.SIZE;
  }

  @Override
  public int count() {
    return pins.length;
  }

  @Override
  public void read(long[] into) {
    for (int i = 0; i < pins.length; i++) {
      into[i] = pins[i].word(indices[i]);
    }
  }

  @Override
  public void write(long[] from, int offset) {
    Objects.checkFromIndexSize(offset, pins.length, from.length);
    for (int i = 0; i < pins.length; i++) {
      pins[i].setWord(indices[i], from[offset + i]);
    }
  }

  @Override
  public boolean matches(long[] earlier) {
    for (int i = 0; i < pins.length; i++) {
      if (earlier[i] != pins[i].word(indices[i])) {
        return false;
      }
    }
    return true;
  }
}
