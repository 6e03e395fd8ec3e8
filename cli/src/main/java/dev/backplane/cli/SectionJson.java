package dev.backplane.cli;

import dev.backplane.xclbin.Bmc;
import dev.backplane.xclbin.Bytes;
import dev.backplane.xclbin.ClockFreqTopology;
import dev.backplane.xclbin.ClockType;
import dev.backplane.xclbin.Connectivity;
import dev.backplane.xclbin.ControlProtocol;
import dev.backplane.xclbin.DebugIpLayout;
import dev.backplane.xclbin.Ip;
import dev.backplane.xclbin.IpLayout;
import dev.backplane.xclbin.IpType;
import dev.backplane.xclbin.Mcs;
import dev.backplane.xclbin.MemTopology;
import dev.backplane.xclbin.MemoryBank;
import dev.backplane.xclbin.MemoryType;
import dev.backplane.xclbin.Section;
import dev.backplane.xclbin.SectionKind;
import dev.backplane.xclbin.SoftKernel;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * Sections with a layout as JSON and back, with the keys that XRT's own tool uses: numbers are
 * texts, addresses hexadecimal. Images inside of sections are base64.
 */
final class SectionJson {
  private static final int BYTE = 0xff;
  private static final int SHORT = 0xffff;

  private SectionJson() {}

  /** {@return whether sections of a kind have a layout that is written as JSON} */
  static boolean knows(SectionKind kind) {
    return switch (kind) {
      case MEM_TOPOLOGY,
          ASK_GROUP_TOPOLOGY,
          CONNECTIVITY,
          ASK_GROUP_CONNECTIVITY,
          IP_LAYOUT,
          DEBUG_IP_LAYOUT,
          CLOCK_FREQ_TOPOLOGY,
          MCS,
          BMC,
          SOFT_KERNEL ->
          true;
      default -> false;
    };
  }

  /** {@return a section as JSON, or nothing if it is bytes} */
  static Optional<Map<String, Object>> of(Section section) {
    return section.kind().filter(SectionJson::knows).map(kind -> of(kind, section));
  }

  private static Map<String, Object> of(SectionKind kind, Section section) {
    return switch (kind) {
      case MEM_TOPOLOGY -> table("mem_topology", "m_mem_data", banks(section), SectionJson::bank);
      case ASK_GROUP_TOPOLOGY ->
          table("group_topology", "m_mem_data", banks(section), SectionJson::bank);
      case CONNECTIVITY ->
          table("connectivity", "m_connection", connections(section), SectionJson::connection);
      case ASK_GROUP_CONNECTIVITY ->
          table(
              "group_connectivity", "m_connection", connections(section), SectionJson::connection);
      case IP_LAYOUT ->
          table("ip_layout", "m_ip_data", IpLayout.decode(section).ips(), SectionJson::ip);
      case DEBUG_IP_LAYOUT ->
          table(
              "debug_ip_layout",
              "m_debug_ip_data",
              DebugIpLayout.decode(section).ips(),
              SectionJson::debugIp);
      case CLOCK_FREQ_TOPOLOGY ->
          table(
              "clock_freq_topology",
              "m_clock_freq",
              ClockFreqTopology.decode(section).clocks(),
              SectionJson::clock);
      case MCS -> table("mcs", "m_chunk", Mcs.decode(section).chunks(), SectionJson::chunk);
      case BMC -> Map.of("bmc_metadata", bmc(Bmc.decode(section)));
      case SOFT_KERNEL -> Map.of("soft_kernel_metadata", softKernel(SoftKernel.decode(section)));
      default -> throw new IllegalArgumentException(kind + " is bytes");
    };
  }

  private static List<MemoryBank> banks(Section section) {
    return MemTopology.decode(section).banks();
  }

  private static List<Connectivity.Connection> connections(Section section) {
    return Connectivity.decode(section).connections();
  }

  private static <T> Map<String, Object> table(
      String node, String rows, List<T> entries, Function<T, Map<String, Object>> row) {
    Map<String, Object> table = new LinkedHashMap<>();
    table.put("m_count", Integer.toString(entries.size()));
    table.put(rows, entries.stream().map(row).toList());
    return Map.of(node, table);
  }

  private static Map<String, Object> bank(MemoryBank bank) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("m_type", name("MEM_", bank.type().map(Enum::name), bank.typeNumber()));
    map.put("m_used", bank.used() ? "1" : "0");
    map.put("m_sizeKB", hex(bank.sizeKib()));
    map.put("m_tag", bank.tag());
    map.put("m_base_address", hex(bank.base()));
    return map;
  }

  private static Map<String, Object> connection(Connectivity.Connection connection) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("arg_index", Integer.toString(connection.argument()));
    map.put("m_ip_layout_index", Integer.toString(connection.ip()));
    map.put("mem_data_index", Integer.toString(connection.memory()));
    return map;
  }

  private static Map<String, Object> ip(Ip ip) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("m_type", name("IP_", ip.type().map(Enum::name), ip.typeNumber()));
    Optional<ControlProtocol> protocol = ip.protocol();
    if (ip.computeUnit() && protocol.isPresent() && ip.properties() >>> 16 == 0) {
      map.put("m_int_enable", ip.interruptEnabled() ? "1" : "0");
      map.put("m_interrupt_id", Integer.toString(ip.interruptId()));
      map.put("m_ip_control", protocol.get().name());
    } else {
      map.put("properties", hex(Integer.toUnsignedLong(ip.properties())));
    }
    map.put("m_base_address", ip.freeRunning() ? "not_used" : hex(ip.base()));
    map.put("m_name", ip.name());
    return map;
  }

  private static Map<String, Object> debugIp(DebugIpLayout.DebugIp ip) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("m_type", Integer.toString(ip.typeNumber()));
    map.put("m_index", Integer.toString(ip.index()));
    map.put("m_properties", Integer.toString(ip.properties()));
    map.put("m_major", Integer.toString(ip.major()));
    map.put("m_minor", Integer.toString(ip.minor()));
    map.put("m_base_address", hex(ip.base()));
    map.put("m_name", ip.name());
    return map;
  }

  private static Map<String, Object> clock(ClockFreqTopology.Clock clock) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("m_freq_Mhz", Integer.toString(clock.megahertz()));
    map.put("m_type", name("", clock.type().map(Enum::name), clock.typeNumber()));
    map.put("m_name", clock.name());
    return map;
  }

  private static Map<String, Object> chunk(Mcs.Chunk chunk) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("m_type", name("", chunk.type().map(Enum::name), chunk.typeNumber()));
    map.put("m_image", base64(chunk.image()));
    return map;
  }

  private static Map<String, Object> bmc(Bmc bmc) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("m_image_name", bmc.imageName());
    map.put("m_device_name", bmc.deviceName());
    map.put("m_version", bmc.version());
    map.put("m_md5value", bmc.md5());
    map.put("m_image", base64(bmc.image()));
    return map;
  }

  private static Map<String, Object> softKernel(SoftKernel kernel) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("mpo_name", kernel.name());
    map.put("mpo_version", kernel.version());
    map.put("mpo_md5_value", kernel.md5());
    map.put("mpo_symbol_name", kernel.symbol());
    map.put("m_num_instances", Integer.toUnsignedString(kernel.instances()));
    map.put("m_image", base64(kernel.image()));
    return map;
  }

  /** Reads what {@link #of} wrote, or what XRT's tool did. */
  static Section read(SectionKind kind, JsonTree json) {
    return switch (kind) {
      case MEM_TOPOLOGY ->
          new MemTopology(rows(json, "mem_topology", "m_mem_data", SectionJson::bank)).toSection();
      case ASK_GROUP_TOPOLOGY ->
          new MemTopology(rows(json, "group_topology", "m_mem_data", SectionJson::bank))
              .toGroupSection();
      case CONNECTIVITY ->
          new Connectivity(rows(json, "connectivity", "m_connection", SectionJson::connection))
              .toSection();
      case ASK_GROUP_CONNECTIVITY ->
          new Connectivity(
                  rows(json, "group_connectivity", "m_connection", SectionJson::connection))
              .toGroupSection();
      case IP_LAYOUT ->
          new IpLayout(rows(json, "ip_layout", "m_ip_data", SectionJson::ip)).toSection();
      case DEBUG_IP_LAYOUT ->
          new DebugIpLayout(rows(json, "debug_ip_layout", "m_debug_ip_data", SectionJson::debugIp))
              .toSection();
      case CLOCK_FREQ_TOPOLOGY ->
          new ClockFreqTopology(
                  rows(json, "clock_freq_topology", "m_clock_freq", SectionJson::clock))
              .toSection();
      case MCS -> new Mcs(rows(json, "mcs", "m_chunk", SectionJson::chunk)).toSection();
      case BMC -> bmc(json.get("bmc_metadata")).toSection();
      case SOFT_KERNEL -> softKernel(json.get("soft_kernel_metadata")).toSection();
      default -> throw json.wrong("cannot become a section " + kind + ", which is bytes");
    };
  }

  private static <T> List<T> rows(
      JsonTree json, String node, String rows, Function<JsonTree, T> row) {
    return json.get(node).get(rows).items().stream().map(row).toList();
  }

  private static MemoryBank bank(JsonTree row) {
    // A stream has its route and flow where a memory has its size and address.
    return new MemoryBank(
        number(row, "MEM_", BYTE, MemoryType.values(), MemoryType::number),
        row.get("m_used").number() != 0,
        row.get(row.has("route_id") ? "route_id" : "m_sizeKB").number(),
        row.get(row.has("flow_id") ? "flow_id" : "m_base_address").number(),
        row.get("m_tag").text());
  }

  private static Connectivity.Connection connection(JsonTree row) {
    return new Connectivity.Connection(
        (int) row.get("arg_index").number(),
        (int) row.get("m_ip_layout_index").number(),
        (int) row.get("mem_data_index").number());
  }

  private static Ip ip(JsonTree row) {
    JsonTree base = row.get("m_base_address");
    return new Ip(
        number(row, "IP_", Integer.MAX_VALUE, IpType.values(), IpType::number),
        properties(row),
        base.text().equals("not_used") ? Ip.FREE_RUNNING : base.number(),
        row.get("m_name").text());
  }

  private static int properties(JsonTree row) {
    if (row.has("properties")) {
      return (int) row.get("properties").number();
    }
    if (!row.has("m_ip_control")) {
      return 0;
    }
    JsonTree control = row.get("m_ip_control");
    int protocol =
        Arrays.stream(ControlProtocol.values())
            .filter(each -> each.name().equals(control.text()))
            .findFirst()
            .orElseThrow(() -> control.wrong("is none of " + List.of(ControlProtocol.values())))
            .number();
    return (row.get("m_int_enable").number() != 0 ? 1 : 0)
        | row.number("m_interrupt_id", 127) << 1
        | protocol << 8;
  }

  private static DebugIpLayout.DebugIp debugIp(JsonTree row) {
    return new DebugIpLayout.DebugIp(
        row.number("m_type", BYTE),
        row.number("m_index", SHORT),
        row.number("m_properties", BYTE),
        row.number("m_major", BYTE),
        row.number("m_minor", BYTE),
        row.get("m_base_address").number(),
        row.get("m_name").text());
  }

  private static ClockFreqTopology.Clock clock(JsonTree row) {
    return new ClockFreqTopology.Clock(
        row.number("m_freq_Mhz", SHORT),
        number(row, "", BYTE, ClockType.values(), ClockType::number),
        row.get("m_name").text());
  }

  private static Mcs.Chunk chunk(JsonTree row) {
    return new Mcs.Chunk(number(row, "", BYTE, Mcs.Type.values(), Mcs.Type::number), image(row));
  }

  private static Bmc bmc(JsonTree json) {
    return new Bmc(
        json.text("m_image_name"),
        json.text("m_device_name"),
        json.text("m_version"),
        json.text("m_md5value"),
        image(json));
  }

  private static SoftKernel softKernel(JsonTree json) {
    return new SoftKernel(
        json.text("mpo_name"),
        json.text("mpo_version"),
        json.text("mpo_md5_value"),
        json.text("mpo_symbol_name"),
        (int) json.get("m_num_instances").number(),
        image(json));
  }

  private static Bytes image(JsonTree json) {
    JsonTree image = json.get("m_image");
    try {
      return Bytes.of(Base64.getDecoder().decode(image.text()));
    } catch (IllegalArgumentException e) {
      throw image.wrong("is not base64: " + e.getMessage()).with().causedBy(e).build();
    }
  }

  /** The number of a type that is written by its name or its number. */
  private static <T extends Enum<T>> int number(
      JsonTree row, String prefix, int most, T[] types, Function<T, Integer> number) {
    String text = row.get("m_type").text();
    OptionalInt named =
        Arrays.stream(types)
            .filter(type -> text.equals(prefix + type.name()))
            .mapToInt(number::apply)
            .findFirst();
    if (named.isPresent()) {
      return named.getAsInt();
    }
    if (!text.isEmpty() && Character.isDigit(text.charAt(0))) {
      return row.number("m_type", most);
    }
    throw row.get("m_type")
        .wrong(
            "'%s' is no number and none of %s"
                .formatted(text, Arrays.stream(types).map(type -> prefix + type.name()).toList()));
  }

  private static String name(String prefix, Optional<String> name, int number) {
    return name.map(word -> prefix + word).orElse(Integer.toString(number));
  }

  private static String hex(long number) {
    return "0x" + Long.toHexString(number);
  }

  private static String base64(Bytes bytes) {
    return Base64.getEncoder().encodeToString(bytes.toArray());
  }
}
