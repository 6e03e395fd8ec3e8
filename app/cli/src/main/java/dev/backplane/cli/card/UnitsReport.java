package dev.backplane.cli.card;

import dev.backplane.api.Device;
import dev.backplane.api.Management;
import dev.backplane.api.xrt.UnitReservations;
import dev.backplane.cli.report.Report;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reports the compute units of a device, and who holds them. */
final class UnitsReport {
  private UnitsReport() {}

  private record UnitRow(
      int index,
      String unit,
      String protocol,
      String toldBy,
      String held,
      int contexts,
      long usage,
      int inFlight)
      implements Report {}

  private record ReportedUnit(String unit, String usage) implements Report {}

  /** A line for a holder of a device. */
  record ClientRow(String client, List<Integer> units, long submitted, int inFlight)
      implements Report {}

  /** {@return a line for each compute unit: who holds it, and what it does} */
  static List<? extends Report> units(Device device) {
    Optional<UnitReservations> held = BoardOptions.facet(device, UnitReservations.class);
    return held.isPresent()
        ? held.get().units().stream().map(UnitsReport::unit).toList()
        : reportedUnits(device);
  }

  private static UnitRow unit(UnitReservations.Unit unit) {
    return new UnitRow(
        unit.index(),
        unit.kernel() + ":" + unit.name(),
        unit.protocol(),
        unit.interrupts() ? "interrupt" : "polling",
        unit.sharing().map(Report::word).orElse("-"),
        unit.contexts(),
        unit.usage(),
        unit.inFlight());
  }

  /** {@return a line for each holder of the device} */
  static List<ClientRow> clients(Device device) {
    return BoardOptions.facet(device, UnitReservations.class)
        .map(contexts -> contexts.clients().stream().map(UnitsReport::client).toList())
        .orElse(List.of());
  }

  private static ClientRow client(UnitReservations.Client client) {
    return new ClientRow(
        client.self() ? client.name() + " (this)" : client.name(),
        client.units(),
        client.submitted(),
        client.inFlight());
  }

  /** Devices without contexts may tell of their units in words. */
  private static List<ReportedUnit> reportedUnits(Device device) {
    return BoardOptions.facet(device, Management.class)
        .map(Management::report)
        .orElse(Map.of())
        .entrySet()
        .stream()
        .filter(line -> line.getKey().startsWith("unit "))
        .map(line -> new ReportedUnit(line.getKey().substring("unit ".length()), line.getValue()))
        .toList();
  }
}
