package dev.backplane.cli.card;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Bank;
import dev.backplane.api.Device;
import dev.backplane.api.DeviceProperties;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Facet;
import dev.backplane.api.Management;
import dev.backplane.api.Memory;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Token;
import dev.backplane.cli.report.Figures;
import dev.backplane.cli.report.TextTable;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.stream.Collectors;

/** Prints everything known of a device, for people. */
final class DeviceReport {
  private DeviceReport() {}

  static void print(Token token, PrintWriter out) {
    DeviceProperties properties = token.properties();
    out.println(token.id());
    TextTable table = new TextTable("  name", properties.name());
    table.row("  type", properties.deviceType());
    table.row("  object", properties.objectType().name().toLowerCase(Locale.ROOT));
    table.row("  host", properties.host());
    table.row("  plugin", token.plugin());
    properties.vendor().ifPresent(vendor -> table.row("  vendor", vendor));
    properties.guid().ifPresent(guid -> table.row("  guid", guid));
    properties.busAddress().ifPresent(bus -> table.row("  bus", bus));
    if (properties.vendorId().isPresent() && properties.deviceId().isPresent()) {
      table.row(
          "  pci",
          String.format(
              Locale.ROOT,
              "%04x:%04x",
              properties.vendorId().getAsInt(),
              properties.deviceId().getAsInt()));
    }
    properties.parent().ifPresent(parent -> table.row("  parent", parent));
    table.row("  kernels", String.join(", ", properties.kernels()));
    table.row("  takes images", properties.takesImages() ? "yes" : "no");
    properties.details().forEach((key, value) -> table.row("  " + key, value));
    opened(token, table);
    table.print(out);
  }

  private static void opened(Token token, TextTable table) {
    try (Device device = token.open(OpenMode.SHARED)) {
      table.row(
          "  facets",
          device.facets().stream().map(Class::getSimpleName).collect(Collectors.joining(", ")));
      if (has(device, Memory.class)) {
        for (Bank bank : device.facet(Memory.class).banks()) {
          table.row(
              "  bank " + bank.index(),
              String.format(
                  Locale.ROOT,
                  "%s at 0x%x, %s",
                  bank.name(),
                  bank.address(),
                  Figures.bytes(bank.size())));
        }
      }
      if (has(device, Management.class)) {
        Management management = device.facet(Management.class);
        table.row("  health", management.health().name().toLowerCase(Locale.ROOT));
        management.report().forEach((key, value) -> table.row("  " + key, value));
      }
    } catch (BackplaneException e) {
      if (e.code() != ErrorCode.BUSY) {
        throw e;
      }
      table.row("  in use", "another holder has it, so no more can be said");
    }
  }

  private static boolean has(Device device, Class<? extends Facet> facet) {
    return device.facets().contains(facet);
  }
}
