package dev.backplane.rtl.trace;

import dev.backplane.rtl.engine.Pin;
import java.util.List;

/** The values of all pins as one row of words. */
final class PinWords {
  private final Pin[] pins;
  private final int[] words;
  private final int total;

  PinWords(List<Pin> pins) {
    this.pins = pins.toArray(Pin[]::new);
    words = pins.stream().mapToInt(pin -> WaveSink.words(pin.port().width())).toArray();
    total = java.util.Arrays.stream(words).sum();
  }

  int total() {
    return total;
  }

  void read(long[] into, int at) {
    int next = at;
    for (int i = 0; i < pins.length; i++) {
      for (int word = 0; word < words[i]; word++) {
        into[next++] = pins[i].word(word);
      }
    }
  }
}
