package dev.backplane.junit;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Device;
import dev.backplane.api.DeviceEvent;
import dev.backplane.api.board.ErrorLog;
import dev.backplane.api.xrt.UnitReservations;
import dev.backplane.runtime.TracedCall;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Words for what a card does, as far as its facets tell. */
final class CardReport {
  private CardReport() {}

  /** {@return its compute units with what is in flight on them, and the errors that it keeps} */
  static List<String> state(Device device) {
    List<String> lines = new ArrayList<>();
    lines.add("card " + device.id());
    lines.addAll(units(device));
    lines.addAll(errors(device));
    return lines;
  }

  /**
   * {@return the latest calls, a line each}
   *
   * @param record has them
   * @param most how many at most
   */
  static List<String> calls(CallRecord record, int most) {
    List<TracedCall> calls = record.latest();
    int from = Math.max(0, calls.size() - most);
    long before = record.left() + from;
    List<String> lines = new ArrayList<>();
    lines.add(before == 0 ? "its calls" : "its last calls, after %d others".formatted(before));
    calls.subList(from, calls.size()).forEach(call -> lines.add("  " + call));
    return lines;
  }

  private static List<String> units(Device device) {
    if (!device.supports(UnitReservations.class)) {
      return List.of();
    }
    return lines(
        "compute units",
        device,
        asked ->
            asked.facet(UnitReservations.class).units().stream()
                .map(
                    unit ->
                        "  compute unit %s of kernel %s: started %d times, %d in flight"
                            .formatted(unit.name(), unit.kernel(), unit.usage(), unit.inFlight()))
                .toList());
  }

  private static List<String> errors(Device device) {
    if (!device.supports(ErrorLog.class)) {
      return List.of();
    }
    return lines(
        "errors",
        device,
        asked -> asked.facet(ErrorLog.class).errors().stream().map(CardReport::line).toList());
  }

  private static String line(DeviceEvent.Error error) {
    return "  %s of %s at %s: %s"
        .formatted(error.severity(), error.source(), error.time(), error.text());
  }

  /** A part that cannot be asked for takes nothing from the others. */
  private static List<String> lines(
      String what, Device device, Function<Device, List<String>> part) {
    try {
      return part.apply(device);
    } catch (BackplaneException e) {
      return List.of("  " + what + " cannot be told: " + e.getMessage());
    }
  }
}
