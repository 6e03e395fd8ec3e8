package dev.backplane.cli.image;

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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Describes the contents of an xclbin, for programs. Addresses are texts, since JSON has no 64-bit
 * numbers.
 */
final class ImageDescription {
  private ImageDescription() {}

  static Map<String, Object> of(Path file) {
    Xclbin image = Xclbin.read(file);
    XclbinHeader header = image.header();
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("file", file.toString());
    all.put("bytes", image.size());
    all.put("uuid", image.uuid().toString());
    all.put("interface_uuid", header.interfaceUuid().toString());
    all.put("derived_uuid", image.hasDerivedIdentity());
    all.put("unique_id", hex(header.uniqueId()));
    all.put("platform", header.platform());
    all.put("mode", header.mode().map(Enum::name).orElse("" + header.modeNumber()));
    all.put("version", header.version());
    all.put("timestamp", header.timestamp());
    all.put("signature_bytes", image.signature().size());
    all.put("mirror", image.mirror().isPresent());
    all.put("sections", sections(image));
    all.put("findings", image.findings().stream().map(ImageDescription::finding).toList());
    all.put("memories", memories(image));
    all.put("units", units(image));
    all.put("kernels", kernels(image));
    all.put("npu_kernels", npuKernels(image));
    all.put(
        "aie_partitions", image.aiePartitions().stream().map(ImageDescription::partition).toList());
    all.put(
        "aie_resources", image.aieResources().stream().map(ImageDescription::resources).toList());
    return all;
  }

  static Map<String, Object> finding(Finding finding) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("fatal", finding.fatal());
    map.put("section", finding.section());
    map.put("offset", finding.offset());
    map.put("text", finding.text());
    return map;
  }

  private static List<Map<String, Object>> sections(Xclbin image) {
    List<Map<String, Object>> list = new ArrayList<>();
    for (int i = 0; i < image.sections().size(); i++) {
      Section section = image.sections().get(i);
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("kind", section.label());
      map.put("number", Integer.toUnsignedLong(section.number()));
      map.put("name", section.name());
      map.put("offset", image.offset(i));
      map.put("bytes", section.data().size());
      list.add(map);
    }
    return list;
  }

  private static List<Map<String, Object>> memories(Xclbin image) {
    List<Map<String, Object>> list = new ArrayList<>();
    for (MemoryBank bank : image.groupTopology().map(MemTopology::banks).orElse(List.of())) {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("tag", bank.tag());
      map.put("type", bank.type().map(Enum::name).orElse("" + bank.typeNumber()));
      map.put("used", bank.used());
      map.put("address", hex(bank.base()));
      map.put("kib", Long.toUnsignedString(bank.sizeKib()));
      list.add(map);
    }
    return list;
  }

  private static List<Map<String, Object>> units(Xclbin image) {
    List<Map<String, Object>> list = new ArrayList<>();
    for (Ip unit : image.ipLayout().map(IpLayout::computeUnits).orElse(List.of())) {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("index", list.size());
      map.put("name", unit.name());
      map.put("address", unit.freeRunning() ? "none" : hex(unit.base()));
      map.put("protocol", unit.protocol().map(Enum::name).orElse("unknown"));
      map.put("interrupt", unit.interruptEnabled() ? unit.interruptId() : -1);
      list.add(map);
    }
    return list;
  }

  private static List<Map<String, Object>> kernels(Xclbin image) {
    List<Map<String, Object>> list = new ArrayList<>();
    for (KernelMetadata kernel :
        image.metadata().map(EmbeddedMetadata::kernels).orElse(List.of())) {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("name", kernel.name());
      map.put("protocol", KernelReport.protocol(kernel));
      map.put("register_bytes", kernel.addressRange());
      map.put("arguments", kernel.arguments().stream().map(ImageDescription::argument).toList());
      list.add(map);
    }
    return list;
  }

  private static List<Map<String, Object>> npuKernels(Xclbin image) {
    List<Map<String, Object>> list = new ArrayList<>();
    for (Ip ip : image.ipLayout().map(IpLayout::ips).orElse(List.of())) {
      if (ip.npuKernel()) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("name", ip.name());
        map.put("kernel_id", hex(ip.npuKernelId()));
        map.put("function", ip.npuFunction());
        list.add(map);
      }
    }
    return list;
  }

  private static Map<String, Object> partition(AiePartition partition) {
    List<Map<String, Object>> images = new ArrayList<>();
    for (AiePartition.DeviceImage each : partition.images()) {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("uuid", each.uuid().toString());
      map.put("bytes", each.image().size());
      map.put("groups", each.groups().stream().map(ImageDescription::group).toList());
      images.add(map);
    }
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("name", partition.name());
    map.put("columns", partition.columnWidth());
    map.put("start_columns", partition.startColumns());
    map.put("operations_per_cycle", Integer.toUnsignedString(partition.operationsPerCycle()));
    map.put("images", images);
    return map;
  }

  private static Map<String, Object> group(AiePartition.ConfigurationGroup group) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("name", group.name());
    map.put("type", group.type().map(Enum::name).orElse("" + group.typeNumber()));
    map.put("image_id", hex(group.imageId()));
    map.put("kernel_ids", group.kernelIds().stream().map(ImageDescription::hex).toList());
    return map;
  }

  private static Map<String, Object> resources(AieResources resources) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("name", resources.name());
    map.put("version", resources.version());
    map.put("start_column", resources.startColumn());
    map.put("columns", resources.columns());
    map.put("bytes", resources.image().size());
    return map;
  }

  private static Map<String, Object> argument(KernelArgument argument) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("index", argument.id());
    map.put("name", argument.name());
    map.put("type", argument.type());
    map.put("kind", argument.qualifier().name().toLowerCase(Locale.ROOT));
    map.put("register", hex(argument.offset()));
    map.put("bytes", argument.size());
    map.put("port", argument.port());
    return map;
  }

  private static String hex(long number) {
    return "0x" + Long.toHexString(number);
  }
}
