package dev.backplane.cli.image;

import dev.backplane.cli.report.Report;
import dev.backplane.xclbin.AiePartition;
import dev.backplane.xclbin.AieResources;
import dev.backplane.xclbin.EmbeddedMetadata;
import dev.backplane.xclbin.Finding;
import dev.backplane.xclbin.Ip;
import dev.backplane.xclbin.IpLayout;
import dev.backplane.xclbin.KernelArgument;
import dev.backplane.xclbin.KernelMetadata;
import dev.backplane.xclbin.MemTopology;
import dev.backplane.xclbin.MemoryBank;
import dev.backplane.xclbin.Section;
import dev.backplane.xclbin.Xclbin;
import dev.backplane.xclbin.XclbinHeader;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A description of the contents of an xclbin, for programs. Addresses are texts, since JSON has no
 * 64-bit numbers.
 */
record ImageDescription(
    String file,
    int bytes,
    String uuid,
    String interfaceUuid,
    boolean derivedUuid,
    String uniqueId,
    String platform,
    String mode,
    String version,
    long timestamp,
    int signatureBytes,
    boolean mirror,
    List<SectionRow> sections,
    List<FindingRow> findings,
    List<Memory> memories,
    List<Unit> units,
    List<Kernel> kernels,
    List<NpuKernel> npuKernels,
    List<Partition> aiePartitions,
    List<Resources> aieResources)
    implements Report {
  private record SectionRow(String kind, long number, String name, long offset, int bytes)
      implements Report {}

  /** A remark about an image: something unusual, or wrong. */
  record FindingRow(boolean fatal, String section, long offset, String text) implements Report {
    static List<FindingRow> all(List<Finding> findings) {
      return findings.stream()
          .map(each -> new FindingRow(each.fatal(), each.section(), each.offset(), each.text()))
          .toList();
    }
  }

  private record Memory(String tag, String type, boolean used, String address, String kib)
      implements Report {}

  private record Unit(int index, String name, String address, String protocol, int interrupt)
      implements Report {}

  private record Kernel(String name, String protocol, long registerBytes, List<Argument> arguments)
      implements Report {}

  private record Argument(
      int index, String name, String type, String kind, String register, long bytes, String port)
      implements Report {}

  private record NpuKernel(String name, String kernelId, int function) implements Report {}

  private record Partition(
      String name,
      int columns,
      List<Integer> startColumns,
      String operationsPerCycle,
      List<DeviceImage> images)
      implements Report {}

  private record DeviceImage(String uuid, int bytes, List<Group> groups) implements Report {}

  private record Group(String name, String type, String imageId, List<String> kernelIds)
      implements Report {}

  private record Resources(
      String name, String version, String startColumn, String columns, int bytes)
      implements Report {}

  static ImageDescription of(Path file) {
    Xclbin image = Xclbin.read(file);
    XclbinHeader header = image.header();
    return new ImageDescription(
        file.toString(),
        image.size(),
        image.uuid().toString(),
        header.interfaceUuid().toString(),
        image.hasDerivedIdentity(),
        hex(header.uniqueId()),
        header.platform(),
        header.mode().map(Enum::name).orElse("" + header.modeNumber()),
        header.version(),
        header.timestamp(),
        image.signature().size(),
        image.mirror().isPresent(),
        IntStream.range(0, image.sections().size()).mapToObj(i -> section(image, i)).toList(),
        FindingRow.all(image.findings()),
        image.groupTopology().map(MemTopology::banks).orElse(List.of()).stream()
            .map(ImageDescription::memory)
            .toList(),
        units(image.ipLayout().map(IpLayout::computeUnits).orElse(List.of())),
        image.metadata().map(EmbeddedMetadata::kernels).orElse(List.of()).stream()
            .map(ImageDescription::kernel)
            .toList(),
        image.ipLayout().map(IpLayout::ips).orElse(List.of()).stream()
            .filter(Ip::npuKernel)
            .map(ip -> new NpuKernel(ip.name(), hex(ip.npuKernelId()), ip.npuFunction()))
            .toList(),
        image.aiePartitions().stream().map(ImageDescription::partition).toList(),
        image.aieResources().stream().map(ImageDescription::resources).toList());
  }

  private static SectionRow section(Xclbin image, int index) {
    Section section = image.sections().get(index);
    return new SectionRow(
        section.label(),
        Integer.toUnsignedLong(section.number()),
        section.name(),
        image.offset(index),
        section.data().size());
  }

  private static Memory memory(MemoryBank bank) {
    return new Memory(
        bank.tag(),
        bank.type().map(Enum::name).orElse("" + bank.typeNumber()),
        bank.used(),
        hex(bank.base()),
        Long.toUnsignedString(bank.sizeKib()));
  }

  private static List<Unit> units(List<Ip> units) {
    return IntStream.range(0, units.size()).mapToObj(i -> unit(i, units.get(i))).toList();
  }

  private static Unit unit(int index, Ip unit) {
    return new Unit(
        index,
        unit.name(),
        unit.freeRunning() ? "none" : hex(unit.base()),
        unit.protocol().map(Enum::name).orElse("unknown"),
        unit.interruptEnabled() ? unit.interruptId() : -1);
  }

  private static Kernel kernel(KernelMetadata kernel) {
    return new Kernel(
        kernel.name(),
        KernelReport.protocol(kernel),
        kernel.addressRange(),
        kernel.arguments().stream().map(ImageDescription::argument).toList());
  }

  private static Argument argument(KernelArgument argument) {
    return new Argument(
        argument.id(),
        argument.name(),
        argument.type(),
        Report.word(argument.qualifier()),
        hex(argument.offset()),
        argument.size(),
        argument.port());
  }

  private static Partition partition(AiePartition partition) {
    return new Partition(
        partition.name(),
        partition.columnWidth(),
        partition.startColumns(),
        Integer.toUnsignedString(partition.operationsPerCycle()),
        partition.images().stream().map(ImageDescription::image).toList());
  }

  private static DeviceImage image(AiePartition.DeviceImage image) {
    return new DeviceImage(
        image.uuid().toString(),
        image.image().size(),
        image.groups().stream().map(ImageDescription::group).toList());
  }

  private static Group group(AiePartition.ConfigurationGroup group) {
    return new Group(
        group.name(),
        group.type().map(Enum::name).orElse("" + group.typeNumber()),
        hex(group.imageId()),
        group.kernelIds().stream().map(ImageDescription::hex).toList());
  }

  private static Resources resources(AieResources resources) {
    return new Resources(
        resources.name(),
        resources.version(),
        resources.startColumn(),
        resources.columns(),
        resources.image().size());
  }

  private static String hex(long number) {
    return "0x" + Long.toHexString(number);
  }
}
