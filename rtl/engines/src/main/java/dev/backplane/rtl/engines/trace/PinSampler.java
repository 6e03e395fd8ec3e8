package dev.backplane.rtl.engines.trace;

import dev.backplane.rtl.engines.Pin;
import java.util.List;

/** Reads the values of pins into a row of words. */
final class PinSampler {
  private final Pin[] pins;
  private final int[] words;
  private final int wordCount;

  PinSampler(List<Pin> pins) {
    this.pins = pins.toArray(Pin[]::new);
    words = pins.stream().mapToInt(pin -> WaveSink.words(pin.port().width())).toArray();
    wordCount = java.util.Arrays.stream(words).sum();
  }

  int wordCount() {
    return wordCount;
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
