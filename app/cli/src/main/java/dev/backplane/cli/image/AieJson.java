package dev.backplane.cli.image;

import dev.backplane.cli.report.JsonTree;
import dev.backplane.xclbin.AiePartition;
import dev.backplane.xclbin.AieResources;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Sections of AI engines and NPUs as JSON, with the keys of XRT's tool but for device images: it
 * writes them into files beside the JSON, here they are in {@code image}, base64.
 */
final class AieJson {
  private static final int BYTE = 0xff;
  private static final int SHORT = 0xffff;

  private AieJson() {}

  static Map<String, Object> partition(AiePartition partition) {
    Map<String, Object> columns = new LinkedHashMap<>();
    columns.put("column_width", Integer.toString(partition.columnWidth()));
    columns.put("start_columns", partition.startColumns().stream().map(each -> "" + each).toList());
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("name", partition.name());
    map.put("operations_per_cycle", Integer.toUnsignedString(partition.operationsPerCycle()));
    map.put("inference_fingerprint", Long.toUnsignedString(partition.inferenceFingerprint()));
    map.put("pre_post_fingerprint", Long.toUnsignedString(partition.prePostFingerprint()));
    map.put("kernel_commit_id", partition.kernelCommit());
    map.put("partition", columns);
    map.put("PDIs", partition.images().stream().map(AieJson::image).toList());
    return map;
  }

  private static Map<String, Object> image(AiePartition.DeviceImage image) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("uuid", image.uuid().toString());
    map.put("image", SectionJson.base64(image.image()));
    map.put("cdo_groups", image.groups().stream().map(AieJson::group).toList());
    return map;
  }

  private static Map<String, Object> group(AiePartition.ConfigurationGroup group) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("name", group.name());
    if (group.typeNumber() != 0) {
      map.put("type", SectionJson.name("", group.type().map(Enum::name), group.typeNumber()));
    }
    map.put("pdi_id", SectionJson.hex(group.imageId()));
    if (!group.kernelIds().isEmpty()) {
      map.put("dpu_kernel_ids", group.kernelIds().stream().map(SectionJson::hex).toList());
    }
    if (!group.before().isEmpty()) {
      map.put("pre_cdo_groups", group.before().stream().map(SectionJson::hex).toList());
    }
    return map;
  }

  static AiePartition partition(JsonTree json) {
    json.only(
        "name",
        "operations_per_cycle",
        "inference_fingerprint",
        "pre_post_fingerprint",
        "kernel_commit_id",
        "partition",
        "PDIs");
    JsonTree columns = json.get("partition").only("column_width", "start_columns");
    List<Integer> starts = new ArrayList<>();
    for (JsonTree start : columns.get("start_columns").items()) {
      starts.add(start.number(SHORT));
    }
    return new AiePartition(
        json.text("name"),
        (int) (json.has("operations_per_cycle") ? json.get("operations_per_cycle").number() : 0),
        json.has("inference_fingerprint") ? json.get("inference_fingerprint").number() : 0,
        json.has("pre_post_fingerprint") ? json.get("pre_post_fingerprint").number() : 0,
        json.text("kernel_commit_id"),
        columns.number("column_width", SHORT),
        starts,
        json.get("PDIs").items().stream().map(AieJson::image).toList());
  }

  private static AiePartition.DeviceImage image(JsonTree json) {
    if (json.has("file_name")) {
      throw json.get("file_name")
          .wrong("names a file; put its bytes under 'image' as base64 in its place");
    }
    json.only("uuid", "image", "cdo_groups");
    return new AiePartition.DeviceImage(
        uuid(json.get("uuid")),
        SectionJson.bytes(json.get("image")),
        json.get("cdo_groups").items().stream().map(AieJson::group).toList());
  }

  /** As XRT's tool reads it: with or without dashes and 0x, and leading zeros may be missing. */
  private static UUID uuid(JsonTree json) {
    String digits = json.text().replace("0x", "").replace("-", "");
    if (!digits.matches("[0-9a-fA-F]{1,32}")) {
      throw json.wrong("'" + json.text() + "' is no uuid");
    }
    String all = "0".repeat(32 - digits.length()) + digits;
    return new UUID(
        Long.parseUnsignedLong(all, 0, 16, 16), Long.parseUnsignedLong(all, 16, 32, 16));
  }

  private static AiePartition.ConfigurationGroup group(JsonTree json) {
    json.only("name", "type", "pdi_id", "dpu_kernel_ids", "pre_cdo_groups");
    return new AiePartition.ConfigurationGroup(
        json.text("name"),
        json.has("type") ? type(json.get("type")) : 0,
        json.get("pdi_id").number(),
        longs(json, "dpu_kernel_ids"),
        longs(json, "pre_cdo_groups"));
  }

  private static int type(JsonTree type) {
    Optional<AiePartition.GroupType> named =
        Arrays.stream(AiePartition.GroupType.values())
            .filter(each -> each.name().equalsIgnoreCase(type.text()))
            .findFirst();
    return named.isPresent() ? named.get().number() : type.number(BYTE);
  }

  private static List<Long> longs(JsonTree json, String key) {
    return json.has(key)
        ? json.get(key).items().stream().map(JsonTree::number).toList()
        : List.of();
  }

  static Map<String, Object> resources(AieResources resources) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("name", resources.name());
    map.put("version", resources.version());
    map.put("start_column", resources.startColumn());
    map.put("num_columns", resources.columns());
    map.put("image", SectionJson.base64(resources.image()));
    return map;
  }

  static AieResources resources(JsonTree json) {
    json.only("name", "version", "start_column", "num_columns", "image");
    return new AieResources(
        json.text("name"),
        json.text("version"),
        json.text("start_column"),
        json.text("num_columns"),
        SectionJson.bytes(json.get("image")));
  }
}
