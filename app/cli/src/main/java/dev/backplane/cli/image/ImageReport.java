package dev.backplane.cli.image;

import dev.backplane.cli.report.Figures;
import dev.backplane.cli.report.TextTable;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.images.ImageKernel;
import dev.backplane.rtl.images.RtlImage;
import dev.backplane.xclbin.AiePartition;
import dev.backplane.xclbin.AieResources;
import dev.backplane.xclbin.ClockFreqTopology;
import dev.backplane.xclbin.EmbeddedMetadata;
import dev.backplane.xclbin.Ip;
import dev.backplane.xclbin.IpLayout;
import dev.backplane.xclbin.KernelMetadata;
import dev.backplane.xclbin.MemTopology;
import dev.backplane.xclbin.MemoryBank;
import dev.backplane.xclbin.Section;
import dev.backplane.xclbin.Xclbin;
import dev.backplane.xclbin.XclbinHeader;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Prints the contents of an xclbin, for a person. */
public final class ImageReport {
  private ImageReport() {}

  public static void print(Path file, PrintWriter out) {
    print(file.toString(), Xclbin.read(file), out);
  }

  static void print(String name, Xclbin image, PrintWriter out) {
    XclbinHeader header = image.header();
    out.println(name);
    TextTable table = new TextTable("  size", Figures.grouped(image.size()) + " bytes");
    table.row("  uuid", image.uuid());
    table.row("  platform", header.platform());
    table.row("  mode", header.mode().map(Enum::name).orElse("" + header.modeNumber()));
    table.row("  version", header.version());
    if (!image.signature().isEmpty()) {
      table.row("  signature", Figures.grouped(image.signature().size()) + " bytes");
    }
    if (header.timestamp() != 0) {
      table.row("  made", Instant.ofEpochSecond(header.timestamp()));
    }
    table.print(out);
    sections(image, out);
    banks(image, out);
    clocks(image, out);
    npu(image, out);
    List<KernelMetadata> kernels =
        image.metadata().map(EmbeddedMetadata::kernels).orElse(List.of());
    for (KernelMetadata kernel : kernels) {
      kernel(image, kernel, out);
    }
    runnable(image, out);
  }

  private static void sections(Xclbin image, PrintWriter out) {
    out.println();
    TextTable table = new TextTable("#", "SECTION", "NAME", "OFFSET", "BYTES");
    for (int i = 0; i < image.sections().size(); i++) {
      Section section = image.sections().get(i);
      table.row(
          i,
          section.label(),
          section.name().isEmpty() ? "-" : section.name(),
          image.offset(i),
          Figures.grouped(section.data().size()));
    }
    table.print(out);
    image.findings().forEach(finding -> out.println("note: " + finding.text()));
  }

  private static void banks(Xclbin image, PrintWriter out) {
    List<MemoryBank> banks = image.memTopology().map(MemTopology::banks).orElse(List.of());
    if (banks.isEmpty()) {
      return;
    }
    out.println();
    TextTable table = new TextTable("BANK", "TYPE", "ADDRESS", "SIZE", "USED");
    for (MemoryBank bank : banks) {
      table.row(
          bank.tag(),
          bank.type().map(Enum::name).orElse("" + bank.typeNumber()),
          "0x" + Long.toHexString(bank.base()),
          Figures.bytes(bank.sizeBytes()),
          bank.used() ? "yes" : "no");
    }
    table.print(out);
  }

  private static void npu(Xclbin image, PrintWriter out) {
    for (AiePartition partition : image.aiePartitions()) {
      out.println();
      out.printf(
          "AI engine partition %s: %d columns from %s%n",
          partition.name(), partition.columnWidth(), partition.startColumns());
      TextTable table = new TextTable("GROUP", "TYPE", "IMAGE", "BYTES", "KERNELS");
      for (AiePartition.DeviceImage each : partition.images()) {
        for (AiePartition.ConfigurationGroup group : each.groups()) {
          table.row(
              group.name(),
              group.type().map(Enum::name).orElse("" + group.typeNumber()),
              each.uuid(),
              Figures.grouped(each.image().size()),
              npuKernels(image, group));
        }
      }
      table.print(out);
    }
    for (AieResources resources : image.aieResources()) {
      out.println();
      out.printf(
          "AI engine resources %s: %s columns from %s%n",
          resources.name(), resources.columns(), resources.startColumn());
    }
  }

  private static String npuKernels(Xclbin image, AiePartition.ConfigurationGroup group) {
    List<Ip> all = image.ipLayout().map(IpLayout::ips).orElse(List.of());
    return group.kernelIds().stream()
        .map(
            id ->
                all.stream()
                    .filter(ip -> ip.npuKernel() && ip.npuKernelId() == id)
                    .map(Ip::name)
                    .findFirst()
                    .orElse("0x" + Long.toHexString(id)))
        .collect(Collectors.joining(", "));
  }

  private static void clocks(Xclbin image, PrintWriter out) {
    List<ClockFreqTopology.Clock> clocks =
        image.clocks().map(ClockFreqTopology::clocks).orElse(List.of());
    if (clocks.isEmpty()) {
      return;
    }
    out.println();
    TextTable table = new TextTable("CLOCK", "MHZ", "TYPE");
    for (ClockFreqTopology.Clock clock : clocks) {
      table.row(
          clock.name(),
          clock.megahertz(),
          clock.type().map(Enum::name).orElse("" + clock.typeNumber()));
    }
    table.print(out);
  }

  private static void kernel(Xclbin image, KernelMetadata kernel, PrintWriter out) {
    out.println();
    long units =
        image
            .ipLayout()
            .map(
                layout ->
                    layout.computeUnits().stream()
                        .filter(unit -> unit.kernelName().equals(kernel.name()))
                        .count())
            .orElse(0L);
    out.printf(
        "kernel %s: %d compute unit%s, %s%n",
        kernel.name(), units, units == 1 ? "" : "s", KernelReport.protocol(kernel));
    KernelReport.arguments(kernel, out);
  }

  private static void runnable(Xclbin image, PrintWriter out) {
    out.println();
    try {
      RtlImage runnable = RtlImage.of(image);
      for (ImageKernel kernel : runnable.kernels()) {
        hardware(kernel, out);
      }
      runnable.streams().forEach(link -> out.println("Stream " + link));
    } catch (RtlException e) {
      out.println("A software card cannot run it: " + e.getMessage());
    }
  }

  private static void hardware(ImageKernel kernel, PrintWriter out) {
    Optional<String> java = kernel.javaClass();
    out.printf(
        "A software card runs %s as %s.%n",
        kernel.name(),
        java.map(name -> "Java, " + name)
            .orElseGet(
                () ->
                    "a netlist by "
                        + kernel.tool()
                        + ", "
                        + KernelReport.netlist(kernel.netlist())));
    if (java.isEmpty()) {
      KernelReport.ports(kernel.ports(), out);
      if (!kernel.sources().isEmpty()) {
        out.println("  sources: " + String.join(", ", kernel.sources()));
      }
    }
  }
}
