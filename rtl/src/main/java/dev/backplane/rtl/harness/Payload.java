package dev.backplane.rtl.harness;

import dev.backplane.rtl.engine.Pin;
import java.util.List;

/** The signals of a channel that must not change between VALID and READY. */
final class Payload {
  private final Pin[] pins;
  private final int[] words;
  private final long[] held;

  Payload(List<Pin> pins) {
    this.pins = pins.toArray(Pin[]::new);
    words = pins.stream().mapToInt(pin -> words(pin.port().width())).toArray();
    held = new long[pins.stream().mapToInt(pin -> words(pin.port().width())).sum()];
  }

  static int words(int bits) {
    return (bits + Long.SIZE - 1) / Long.SIZE;
  }

  void hold() {
    int at = 0;
    for (int i = 0; i < pins.length; i++) {
      for (int word = 0; word < words[i]; word++) {
        held[at++] = pins[i].word(word);
      }
    }
  }

  boolean isHeld() {
    int at = 0;
    for (int i = 0; i < pins.length; i++) {
      for (int word = 0; word < words[i]; word++) {
        if (held[at++] != pins[i].word(word)) {
          return false;
        }
      }
    }
    return true;
  }

  /** Says which signal changed, from what to what; only after {@link #isHeld()} said no. */
  String change() {
    int at = 0;
    for (int i = 0; i < pins.length; i++) {
      for (int word = 0; word < words[i]; word++, at++) {
        if (held[at] != pins[i].word(word)) {
          return "%s changed from 0x%x to 0x%x"
              .formatted(pins[i].port().name(), held[at], pins[i].word(word));
        }
      }
    }
    return "nothing changed";
  }
}
