package dev.backplane.rtl.harness.axi;

import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.engines.PinWords;
import dev.backplane.rtl.harness.InterfacePins;
import dev.backplane.rtl.netlist.Port;
import java.util.List;
import java.util.Map;

/** The payload of a channel: signals that must be stable from VALID until READY. */
final class Payload {
  private final List<Pin> pins;
  private final PinWords words;
  private final long[] captured;

  /** All signals of a channel that the kernel drives, except VALID. */
  static Payload of(InterfacePins pins, String channel) {
    return new Payload(
        pins,
        pins.bus().signals().entrySet().stream()
            .filter(each -> each.getKey().startsWith(channel))
            .filter(each -> !each.getKey().equals(channel + "VALID"))
            .filter(each -> each.getValue().direction() == Port.Direction.OUTPUT)
            .map(Map.Entry::getKey)
            .toList());
  }

  private Payload(InterfacePins pins, List<String> signals) {
    this.pins = signals.stream().map(pins::pin).toList();
    words = pins.words(signals);
    captured = new long[words.count()];
  }

  /** Remembers the current values. */
  void capture() {
    words.read(captured);
  }

  /** Tells whether the values are those that were captured. */
  boolean isStable() {
    return words.matches(captured);
  }

  /** The first change as a phrase; only after {@link #isStable()} returned false. */
  String describeChange() {
    int at = 0;
    for (Pin pin : pins) {
      for (int word = 0; word < InterfacePins.wordCount(pin.port().width()); word++, at++) {
        if (captured[at] != pin.word(word)) {
          return "%s changed from 0x%x to 0x%x"
              .formatted(pin.port().name(), captured[at], pin.word(word));
        }
      }
    }
    return "nothing changed";
  }
}
