package dev.backplane.rtl.harness;

import dev.backplane.rtl.engine.Pin;
import java.util.List;

/** The payload of a channel: signals that must be stable from VALID until READY. */
public final class Payload {
  private final Pin[] pins;
  private final int[] words;
  private final long[] captured;

  /**
   * Creates a payload.
   *
   * @param pins the signals
   */
  public Payload(List<Pin> pins) {
    this.pins = pins.toArray(Pin[]::new);
    words = pins.stream().mapToInt(pin -> wordCount(pin.port().width())).toArray();
    captured = new long[pins.stream().mapToInt(pin -> wordCount(pin.port().width())).sum()];
  }

  /**
   * {@return the 64-bit words that a signal takes}
   *
   * @param bits its width
   */
  public static int wordCount(int bits) {
    return (bits + Long.SIZE - 1) / Long.SIZE;
  }

  /** Remembers the current values. */
  public void capture() {
    int at = 0;
    for (int i = 0; i < pins.length; i++) {
      for (int word = 0; word < words[i]; word++) {
        captured[at++] = pins[i].word(word);
      }
    }
  }

  /** {@return whether the values are those that were captured} */
  public boolean isStable() {
    int at = 0;
    for (int i = 0; i < pins.length; i++) {
      for (int word = 0; word < words[i]; word++) {
        if (captured[at++] != pins[i].word(word)) {
          return false;
        }
      }
    }
    return true;
  }

  /** {@return the first change as a phrase; only after {@link #isStable()} returned false} */
  public String describeChange() {
    int at = 0;
    for (int i = 0; i < pins.length; i++) {
      for (int word = 0; word < words[i]; word++, at++) {
        if (captured[at] != pins[i].word(word)) {
          return "%s changed from 0x%x to 0x%x"
              .formatted(pins[i].port().name(), captured[at], pins[i].word(word));
        }
      }
    }
    return "nothing changed";
  }
}
