package dev.backplane.cli.image;

import dev.backplane.cli.report.Figures;
import dev.backplane.cli.report.Report;
import dev.backplane.cli.report.Report.Inline;
import dev.backplane.cli.report.TextTable;
import dev.backplane.rtl.harness.ports.BusInterface;
import dev.backplane.rtl.harness.ports.KernelPorts;
import dev.backplane.rtl.harness.ports.Wiring;
import dev.backplane.rtl.images.BuiltImage;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.xclbin.AddressQualifier;
import dev.backplane.xclbin.KernelArgument;
import dev.backplane.xclbin.KernelMetadata;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
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
          Report.word(argument.qualifier()),
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

  /**
   * All of a kernel, for a program.
   *
   * @param hardware what is known of one in RTL
   */
  private record Described(
      String name,
      String kind,
      String protocol,
      List<Argument> arguments,
      @Nullable String tool,
      @Inline Optional<Hardware> hardware)
      implements Report {}

  private record Hardware(
      List<Interface> interfaces,
      List<String> clocks,
      List<String> resets,
      int cells,
      int registers,
      int memories,
      List<String> warnings)
      implements Report {}

  private record Argument(
      int id, String name, String type, String kind, long offset, long size, String port)
      implements Report {}

  private record Interface(
      String name, BusInterface.Kind kind, int dataBits, int addressBits, int idBits)
      implements Report {}

  /** {@return all of it, for a program} */
  public static Report of(BuiltImage.BuiltKernel built) {
    KernelMetadata kernel = built.metadata();
    return new Described(
        kernel.name(),
        built.hardware().isPresent() ? "rtl" : "java",
        protocol(kernel),
        kernel.arguments().stream().map(KernelReport::of).toList(),
        built.hardware().map(each -> each.elaboration().tool()).orElse(null),
        built.hardware().map(KernelReport::of));
  }

  private static Hardware of(BuiltImage.Hardware hardware) {
    Netlist netlist = hardware.elaboration().netlist();
    KernelPorts ports = hardware.ports();
    return new Hardware(
        ports.interfaces().stream().map(KernelReport::of).toList(),
        ports.clocks().stream().map(clock -> clock.name()).toList(),
        ports.resets().stream().map(reset -> reset.port().name()).toList(),
        netlist.cells().size(),
        netlist.registers().size(),
        netlist.memories().size(),
        hardware.elaboration().warnings());
  }

  private static Argument of(KernelArgument argument) {
    return new Argument(
        argument.id(),
        argument.name(),
        argument.type(),
        Report.word(argument.qualifier()),
        argument.offset(),
        argument.size(),
        argument.port());
  }

  private static Interface of(BusInterface bus) {
    return new Interface(bus.name(), bus.kind(), bus.dataBits(), bus.addressBits(), bus.idBits());
  }
}
