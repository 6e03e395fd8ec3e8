package dev.backplane.cli.image;

import dev.backplane.cli.report.JsonTree;
import dev.backplane.xclbin.ControlProtocol;
import dev.backplane.xclbin.DebugIpLayout;
import dev.backplane.xclbin.DebugIpType;
import dev.backplane.xclbin.Ip;
import dev.backplane.xclbin.IpType;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Rows of IP_LAYOUT and DEBUG_IP_LAYOUT as JSON. The bits of a block have other names for each type
 * of block: XRT's tool writes and reads them by these names. What a name does not cover is written
 * as {@code properties} too, so that nothing is lost.
 */
final class IpJson {
  private static final int BYTE = 0xff;
  private static final int SHORT = 0xffff;
  private static final List<String> NPU_SUBTYPES = List.of("PS", "DPU");
  private static final List<String> NPU_FUNCTIONS = List.of("DPU", "PrePost");

  private IpJson() {}

  static Map<String, Object> ip(Ip ip) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("m_type", SectionJson.name("IP_", ip.type().map(Enum::name), ip.typeNumber()));
    bits(ip, map);
    map.put("m_base_address", ip.freeRunning() ? "not_used" : SectionJson.hex(ip.base()));
    map.put("m_name", ip.name());
    return map;
  }

  private static void bits(Ip ip, Map<String, Object> map) {
    int bits = ip.properties();
    Optional<ControlProtocol> protocol = ip.protocol();
    int named = 0;
    if (isMemory(ip.typeNumber())) {
      map.put("m_index", Integer.toString(bits & SHORT));
      map.put("m_pc_index", Integer.toString(bits >>> 16 & BYTE));
      named = 0xff_ffff;
    } else if (ip.computeUnit() && protocol.isPresent()) {
      map.put("m_int_enable", ip.interruptEnabled() ? "1" : "0");
      map.put("m_interrupt_id", Integer.toString(ip.interruptId()));
      map.put("m_ip_control", protocol.get().name());
      named = SHORT;
    } else if (ip.npuKernel() && ip.npuFunction() < NPU_FUNCTIONS.size()) {
      map.put("m_subtype", NPU_SUBTYPES.get(1));
      map.put("m_functional", NPU_FUNCTIONS.get(ip.npuFunction()));
      map.put("m_kernel_id", SectionJson.hex(ip.npuKernelId()));
      named = 0xfff_0033;
    }
    if (named == 0 || (bits & ~named) != 0) {
      map.put("properties", SectionJson.hex(Integer.toUnsignedLong(bits)));
    }
  }

  static Ip ip(JsonTree row) {
    int type = SectionJson.number(row, "IP_", Integer.MAX_VALUE, IpType.values(), IpType::number);
    int bits = row.has("properties") ? bits(row, "properties") : 0;
    if (isMemory(type)) {
      row.only("m_type", "m_index", "m_pc_index", "properties", "m_base_address", "m_name");
      if (row.has("m_index") || !row.has("properties")) {
        int channel = row.has("m_pc_index") ? row.number("m_pc_index", BYTE) : 0;
        bits = with(with(bits, 0xff_0000, channel), SHORT, row.number("m_index", SHORT));
      }
    } else if (type == IpType.PS_KERNEL.number()) {
      row.only(
          "m_type",
          "m_subtype",
          "m_functional",
          "m_kernel_id",
          "properties",
          "m_base_address",
          "m_name");
      bits = npuBits(row, bits);
    } else {
      row.only(
          "m_type",
          "m_int_enable",
          "m_interrupt_id",
          "m_ip_control",
          "properties",
          "m_base_address",
          "m_name");
      bits = unitBits(row, bits);
    }
    JsonTree base = row.get("m_base_address");
    return new Ip(
        type,
        bits,
        base.text().equals("not_used") ? Ip.FREE_RUNNING : base.number(),
        row.get("m_name").text());
  }

  private static int unitBits(JsonTree row, int bits) {
    int changed = bits;
    if (row.has("m_int_enable")) {
      changed = with(changed, 1, row.get("m_int_enable").truth() ? 1 : 0);
    }
    if (row.has("m_interrupt_id")) {
      changed = with(changed, 0xfe, row.number("m_interrupt_id", 127));
    }
    if (row.has("m_ip_control")) {
      JsonTree control = row.get("m_ip_control");
      int protocol =
          Arrays.stream(ControlProtocol.values())
              .filter(each -> each.name().equals(control.text()))
              .findFirst()
              .orElseThrow(() -> control.wrong("is none of " + List.of(ControlProtocol.values())))
              .number();
      changed = with(changed, 0xff00, protocol);
    }
    return changed;
  }

  private static int npuBits(JsonTree row, int bits) {
    int changed = bits;
    if (row.has("m_subtype")) {
      changed = with(changed, 3, named(row.get("m_subtype"), NPU_SUBTYPES));
    }
    if (row.has("m_functional")) {
      changed = with(changed, 0x30, named(row.get("m_functional"), NPU_FUNCTIONS));
    }
    if (row.has("m_kernel_id")) {
      changed = with(changed, 0xfff_0000, row.number("m_kernel_id", 0xfff));
    }
    return changed;
  }

  /** The bits with another value in the field that the mask has ones for. */
  private static int with(int bits, int mask, int value) {
    return (bits & ~mask) | (value << Integer.numberOfTrailingZeros(mask));
  }

  /** Both forms are in use: the name, and its number. */
  private static int named(JsonTree value, List<String> names) {
    int place = names.indexOf(value.text());
    if (place < 0 && value.text().matches("[0-3]")) {
      return Integer.parseInt(value.text());
    }
    if (place < 0) {
      throw value.wrong("is none of " + names + ", and not their number");
    }
    return place;
  }

  private static int bits(JsonTree row, String key) {
    long number = row.get(key).number();
    if (number != (int) number && number >>> 32 != 0) {
      throw row.get(key).wrong("does not fit 32 bits");
    }
    return (int) number;
  }

  private static boolean isMemory(int type) {
    return type == IpType.MEM_DDR4.number()
        || type == IpType.MEM_HBM.number()
        || type == IpType.MEM_HBM_ECC.number();
  }

  static Map<String, Object> debugIp(DebugIpLayout.DebugIp ip) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put(
        "m_type",
        SectionJson.name("", DebugIpType.of(ip.typeNumber()).map(Enum::name), ip.typeNumber()));
    map.put("m_index", Integer.toString(ip.index()));
    map.put("m_properties", Integer.toString(ip.properties()));
    map.put("m_major", Integer.toString(ip.major()));
    map.put("m_minor", Integer.toString(ip.minor()));
    map.put("m_base_address", SectionJson.hex(ip.base()));
    map.put("m_name", ip.name());
    return map;
  }

  static DebugIpLayout.DebugIp debugIp(JsonTree row) {
    row.only("m_type", "m_index", "m_properties", "m_major", "m_minor", "m_base_address", "m_name");
    return new DebugIpLayout.DebugIp(
        SectionJson.number(row, "", BYTE, DebugIpType.values(), DebugIpType::number),
        row.number("m_index", SHORT),
        row.number("m_properties", BYTE),
        row.has("m_major") ? row.number("m_major", BYTE) : 0,
        row.has("m_minor") ? row.number("m_minor", BYTE) : 0,
        row.get("m_base_address").number(),
        row.get("m_name").text());
  }
}
