package dev.backplane.rtl.harness;

import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.harness.ports.ResetPort;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/** The reset inputs of a kernel. */
final class ResetPins {
  private final Map<Pin, ResetPort> resets = new LinkedHashMap<>();

  ResetPins(List<ResetPort> ports, KernelPins pins) {
    ports.forEach(reset -> resets.put(pins.pin(reset.port().name()), reset));
  }

  void drive(boolean active) {
    resets.forEach((pin, reset) -> pin.set(active == reset.activeLow() ? 0 : 1));
  }

  /** The driven levels, for messages about kernels that do not respond. */
  String levels() {
    StringJoiner text = new StringJoiner(", ", "; reset ", "").setEmptyValue("");
    resets.forEach(
        (pin, reset) ->
            text.add(
                "%s, active %s, is %d".formatted(reset.port().name(), reset.active(), pin.get())));
    return text.toString();
  }
}
