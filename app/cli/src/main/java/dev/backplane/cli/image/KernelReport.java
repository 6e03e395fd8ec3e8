package dev.backplane.cli.image;

import dev.backplane.cli.report.Figures;
import dev.backplane.cli.report.TextTable;
import dev.backplane.rtl.image.BuiltImage;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.ports.BusInterface;
import dev.backplane.rtl.ports.KernelPorts;
import dev.backplane.rtl.ports.Wiring;
import dev.backplane.xclbin.AddressQualifier;
import dev.backplane.xclbin.KernelArgument;
import dev.backplane.xclbin.KernelMetadata;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reports the details of a kernel: arguments with their registers, interfaces, clocks, netlist. */
public final class KernelReport {
  private KernelReport() {}

  public static void arguments(KernelMetadata kernel, PrintWriter out) {
    if (kernel.arguments().isEmpty()) {
      return;
    }
    TextTable table = new TextTable("  #", "ARGUMENT", "TYPE", "KIND", "REGISTER", "BYTES", "PORT");
    for (KernelArgument argument : kernel.arguments()) {
      boolean stream = argument.qualifier() == AddressQualifier.STREAM;
      table.row(
          "  " + argument.id(),
          argument.name(),
          argument.type(),
          argument.qualifier().name().toLowerCase(Locale.ROOT),
          stream ? "-" : "0x" + Long.toHexString(argument.offset()),
          stream ? "-" : argument.size(),
          argument.port());
    }
    table.print(out);
  }

  public static void ports(KernelPorts ports, PrintWriter out) {
    TextTable table = new TextTable("  INTERFACE", "KIND", "DATA", "ADDRESS", "ID", "CLOCK");
    for (BusInterface bus : ports.interfaces()) {
      table.row(
          "  " + bus.name(),
          bus.kind(),
          bits(bus.dataBits()),
          bits(bus.addressBits()),
          bits(bus.idBits()),
          ports.clocks().isEmpty() ? "-" : ports.clockOf(bus).name());
    }
    table.print(out);
    Wiring wiring = ports.wiring();
    list(
        out,
        "clocks",
        ports.clocks().stream()
            .map(
                clock ->
                    clock.name() + " " + wiring.megahertz(clock.name()).toPlainString() + " MHz")
            .toList());
    list(
        out,
        "resets",
        ports.resets().stream()
            .map(reset -> reset.port().name() + (reset.activeLow() ? " low" : " high"))
            .toList());
    if (ports.interrupt() != null) {
      list(out, "interrupt", List.of(ports.interrupt().name()));
    }
    list(
        out,
        "ties",
        wiring.ties().entrySet().stream()
            .map(tie -> tie.getKey() + " = 0x" + tie.getValue().toString(16))
            .toList());
  }

  private static String bits(int width) {
    return width == 0 ? "-" : Integer.toString(width);
  }

  private static void list(PrintWriter out, String what, List<String> names) {
    if (!names.isEmpty()) {
      out.println("  " + what + ": " + String.join(", ", names));
    }
  }

  public static String protocol(KernelMetadata kernel) {
    return kernel.protocol().isEmpty() ? "ap_ctrl_hs" : kernel.protocol();
  }

  public static String netlist(Netlist netlist) {
    return "%s cells, %s registers, %s memories"
        .formatted(
            Figures.grouped(netlist.cells().size()),
            Figures.grouped(netlist.registers().size()),
            Figures.grouped(netlist.memories().size()));
  }

  /** All of it for a program. */
  public static Map<String, @Nullable Object> json(BuiltImage.BuiltKernel built) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    KernelMetadata kernel = built.metadata();
    map.put("name", kernel.name());
    map.put("kind", built.hardware().isPresent() ? "rtl" : "java");
    map.put("protocol", protocol(kernel));
    map.put("arguments", kernel.arguments().stream().map(KernelReport::json).toList());
    map.put("tool", built.hardware().map(each -> each.elaboration().tool()).orElse(null));
    built
        .hardware()
        .ifPresent(
            hardware -> {
              Netlist netlist = hardware.elaboration().netlist();
              KernelPorts ports = hardware.ports();
              map.put("interfaces", ports.interfaces().stream().map(KernelReport::json).toList());
              map.put("clocks", ports.clocks().stream().map(clock -> clock.name()).toList());
              map.put("resets", ports.resets().stream().map(reset -> reset.port().name()).toList());
              map.put("cells", netlist.cells().size());
              map.put("registers", netlist.registers().size());
              map.put("memories", netlist.memories().size());
              map.put("warnings", hardware.elaboration().warnings());
            });
    return map;
  }

  private static Map<String, @Nullable Object> json(KernelArgument argument) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    map.put("id", argument.id());
    map.put("name", argument.name());
    map.put("type", argument.type());
    map.put("kind", argument.qualifier().name().toLowerCase(Locale.ROOT));
    map.put("offset", argument.offset());
    map.put("size", argument.size());
    map.put("port", argument.port());
    return map;
  }

  private static Map<String, @Nullable Object> json(BusInterface bus) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    map.put("name", bus.name());
    map.put("kind", bus.kind());
    map.put("data_bits", bus.dataBits());
    map.put("address_bits", bus.addressBits());
    map.put("id_bits", bus.idBits());
    return map;
  }
}
