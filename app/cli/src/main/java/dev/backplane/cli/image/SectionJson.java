package dev.backplane.cli.image;

import dev.backplane.cli.report.JsonTree;
import dev.backplane.xclbin.AiePartition;
import dev.backplane.xclbin.AieResources;
import dev.backplane.xclbin.Bmc;
import dev.backplane.xclbin.Bytes;
import dev.backplane.xclbin.ClockFreqTopology;
import dev.backplane.xclbin.ClockType;
import dev.backplane.xclbin.Connectivity;
import dev.backplane.xclbin.DebugIpLayout;
import dev.backplane.xclbin.IpLayout;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sections with a layout as JSON and back, with the keys that XRT's own tool uses: numbers are
 * texts, addresses hexadecimal. Images inside of sections are base64.
 */
final class SectionJson {
  private static final int BYTE = 0xff;
  private static final int SHORT = 0xffff;

  /** A number without a name, as XRT's tool writes it. */
  private static final Pattern UNKNOWN = Pattern.compile("^UNKNOWN \\((\\d{1,10})\\)");

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
          SOFT_KERNEL,
          AIE_PARTITION,
          AIE_RESOURCES_BIN ->
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
      case IP_LAYOUT -> table("ip_layout", "m_ip_data", IpLayout.decode(section).ips(), IpJson::ip);
      case DEBUG_IP_LAYOUT ->
          table(
              "debug_ip_layout",
              "m_debug_ip_data",
              DebugIpLayout.decode(section).ips(),
              IpJson::debugIp);
      case CLOCK_FREQ_TOPOLOGY ->
          table(
              "clock_freq_topology",
              "m_clock_freq",
              ClockFreqTopology.decode(section).clocks(),
              SectionJson::clock);
      case MCS -> table("mcs", "m_chunk", Mcs.decode(section).chunks(), SectionJson::chunk);
      case BMC -> Map.of("bmc_metadata", bmc(Bmc.decode(section)));
      case SOFT_KERNEL -> Map.of("soft_kernel_metadata", softKernel(SoftKernel.decode(section)));
      case AIE_PARTITION ->
          Map.of("aie_partition", AieJson.partition(AiePartition.decode(section)));
      case AIE_RESOURCES_BIN ->
          Map.of("aie_resources_bin_metadata", AieJson.resources(AieResources.decode(section)));
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
    map.put("arg_index", Integer.toUnsignedString(connection.argument()));
    map.put("m_ip_layout_index", Integer.toUnsignedString(connection.ip()));
    map.put("mem_data_index", Integer.toUnsignedString(connection.memory()));
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
      case IP_LAYOUT -> new IpLayout(rows(json, "ip_layout", "m_ip_data", IpJson::ip)).toSection();
      case DEBUG_IP_LAYOUT ->
          new DebugIpLayout(rows(json, "debug_ip_layout", "m_debug_ip_data", IpJson::debugIp))
              .toSection();
      case CLOCK_FREQ_TOPOLOGY ->
          new ClockFreqTopology(
                  rows(json, "clock_freq_topology", "m_clock_freq", SectionJson::clock))
              .toSection();
      case MCS -> new Mcs(rows(json, "mcs", "m_chunk", SectionJson::chunk)).toSection();
      case BMC -> bmc(node(json, "bmc_metadata")).toSection();
      case SOFT_KERNEL -> softKernel(node(json, "soft_kernel_metadata")).toSection();
      case AIE_PARTITION -> AieJson.partition(node(json, "aie_partition")).toSection();
      case AIE_RESOURCES_BIN ->
          AieJson.resources(node(json, "aie_resources_bin_metadata")).toSection();
      default -> throw json.wrong("cannot become a section " + kind + ", which is bytes");
    };
  }

  /**
   * {@return the content under a section's name} Files of Vitis have a version of the schema beside
   * it.
   */
  private static JsonTree node(JsonTree json, String node) {
    return json.only("schema_version", node).get(node);
  }

  private static <T> List<T> rows(
      JsonTree json, String node, String rows, Function<JsonTree, T> row) {
    JsonTree table = node(json, node).only("m_count", rows);
    List<JsonTree> items = table.get(rows).items();
    if (table.has("m_count") && table.get("m_count").number() != items.size()) {
      throw table
          .get("m_count")
          .wrong("is %s, and there are %d rows".formatted(table.text("m_count"), items.size()));
    }
    return items.stream().map(row).toList();
  }

  private static MemoryBank bank(JsonTree row) {
    row.only(
        "m_type", "m_used", "m_sizeKB", "m_size", "route_id", "m_base_address", "flow_id", "m_tag");
    int type = number(row, "MEM_", BYTE, MemoryType.values(), MemoryType::number);
    boolean joinsStreams = type == MemoryType.STREAMING_CONNECTION.number();
    // A stream has its route and flow where a memory has its size and address.
    String base = row.has("flow_id") ? "flow_id" : "m_base_address";
    return new MemoryBank(
        type,
        row.get("m_used").number() != 0,
        kibibytes(row, joinsStreams),
        joinsStreams && !row.has(base) ? 0 : row.get(base).number(),
        row.get("m_tag").text());
  }

  private static long kibibytes(JsonTree row, boolean mayBeMissing) {
    if (row.has("route_id")) {
      return row.get("route_id").number();
    }
    if (row.has("m_size") && row.has("m_sizeKB")) {
      throw row.get("m_size").wrong("and m_sizeKB are both there; leave one out");
    }
    if (row.has("m_size")) {
      long bytes = row.get("m_size").number();
      if (Long.remainderUnsigned(bytes, 1024) != 0) {
        throw row.get("m_size").wrong("is no multiple of 1024");
      }
      return Long.divideUnsigned(bytes, 1024);
    }
    return mayBeMissing && !row.has("m_sizeKB") ? 0 : row.get("m_sizeKB").number();
  }

  private static Connectivity.Connection connection(JsonTree row) {
    row.only("arg_index", "m_ip_layout_index", "mem_data_index");
    return new Connectivity.Connection(
        index(row.get("arg_index")),
        index(row.get("m_ip_layout_index")),
        index(row.get("mem_data_index")));
  }

  /** Reads an index; XRT's tool writes -1 as an unsigned number. */
  private static int index(JsonTree index) {
    long number = index.number();
    if (number != (int) number && number >>> 32 != 0) {
      throw index.wrong("does not fit 32 bits");
    }
    return (int) number;
  }

  private static ClockFreqTopology.Clock clock(JsonTree row) {
    row.only("m_freq_Mhz", "m_type", "m_name");
    return new ClockFreqTopology.Clock(
        row.number("m_freq_Mhz", SHORT),
        number(row, "", BYTE, ClockType.values(), ClockType::number),
        row.get("m_name").text());
  }

  private static Mcs.Chunk chunk(JsonTree row) {
    row.only("m_type", "m_image");
    return new Mcs.Chunk(number(row, "", BYTE, Mcs.Type.values(), Mcs.Type::number), image(row));
  }

  private static Bmc bmc(JsonTree json) {
    json.only("m_image_name", "m_device_name", "m_version", "m_md5value", "m_image");
    return new Bmc(
        json.text("m_image_name"),
        json.text("m_device_name"),
        json.text("m_version"),
        json.text("m_md5value"),
        image(json));
  }

  private static SoftKernel softKernel(JsonTree json) {
    json.only(
        "mpo_name",
        "mpo_version",
        "mpo_md5_value",
        "mpo_symbol_name",
        "m_num_instances",
        "m_image");
    return new SoftKernel(
        json.text("mpo_name"),
        json.text("mpo_version"),
        json.text("mpo_md5_value"),
        json.text("mpo_symbol_name"),
        (int) json.get("m_num_instances").number(),
        image(json));
  }

  private static Bytes image(JsonTree json) {
    return bytes(json.get("m_image"));
  }

  static Bytes bytes(JsonTree image) {
    try {
      return Bytes.of(Base64.getDecoder().decode(image.text()));
    } catch (IllegalArgumentException e) {
      throw image.wrong("is not base64: " + e.getMessage()).with().causedBy(e).build();
    }
  }

  /** The number of a type that is written by its name or its number. */
  static <T extends Enum<T>> int number(
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
    Matcher unknown = UNKNOWN.matcher(text);
    if (unknown.find()) {
      return row.get("m_type").with(unknown.group(1)).number(most);
    }
    throw row.get("m_type")
        .wrong(
            "'%s' is no number and none of %s"
                .formatted(text, Arrays.stream(types).map(type -> prefix + type.name()).toList()));
  }

  static String name(String prefix, Optional<String> name, int number) {
    return name.map(word -> prefix + word).orElse(Integer.toString(number));
  }

  static String hex(long number) {
    return "0x" + Long.toHexString(number);
  }

  static String base64(Bytes bytes) {
    return Base64.getEncoder().encodeToString(bytes.toArray());
  }
}
