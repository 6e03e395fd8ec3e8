package dev.backplane.rtl.harness.axi;

import dev.backplane.rtl.engine.Pin;
import dev.backplane.rtl.harness.InterfacePins;
import dev.backplane.rtl.netlist.Port;
import java.util.ArrayList;
import java.util.List;

/** The payload of a channel: signals that must be stable from VALID until READY. */
final class Payload {
  private final Pin[] pins;
  private final int[] words;
  private final long[] captured;

  /** All signals of a channel that the kernel drives, except VALID. */
  static Payload of(InterfacePins pins, String channel) {
    List<Pin> payload = new ArrayList<>();
    pins.bus()
        .signals()
        .forEach(
            (signal, slice) -> {
              if (signal.startsWith(channel)
                  && !signal.equals(channel + "VALID")
                  && slice.direction() == Port.Direction.OUTPUT) {
                payload.add(pins.pin(signal));
              }
            });
    return new Payload(payload);
  }

  private Payload(List<Pin> pins) {
    this.pins = pins.toArray(Pin[]::new);
    words = pins.stream().mapToInt(pin -> InterfacePins.wordCount(pin.port().width())).toArray();
    captured =
        new long[pins.stream().mapToInt(pin -> InterfacePins.wordCount(pin.port().width())).sum()];
  }

  /** Remembers the current values. */
  void capture() {
    int at = 0;
    for (int i = 0; i < pins.length; i++) {
      for (int word = 0; word < words[i]; word++) {
        captured[at++] = pins[i].word(word);
      }
    }
  }

  /** Whether the values are those that were captured. */
  boolean isStable() {
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

  /** The first change as a phrase; only after {@link #isStable()} returned false. */
  String describeChange() {
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
