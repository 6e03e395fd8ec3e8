package dev.backplane.api.binary;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.ImageFormat;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Converts between a device binary and the texts of an offload binary that describe it. The names
 * {@code triple}, {@code compile-opts} and {@code link-opts} are those that LLVM's tools write; the
 * others are ours.
 */
final class ContainerTexts {
  private static final String TARGET = "triple";
  private static final String COMPILE = "compile-opts";
  private static final String LINK = "link-opts";
  private static final String FORMAT = "format";
  private static final String ENTRIES = "entries";
  private static final String RANGE = "range.";
  private static final String PROPERTY = "property.";

  private static final int KIND_OBJECT = 1;
  private static final int KIND_BITCODE = 2;
  private static final int KIND_CUBIN = 3;
  private static final int KIND_FATBINARY = 4;
  private static final int KIND_SPIRV = 6;

  private ContainerTexts() {}

  static OffloadBinary write(DeviceBinary binary) {
    Map<String, String> texts = new LinkedHashMap<>();
    texts.put(TARGET, binary.target());
    if (formatOf(imageKind(binary.format())) != binary.format()) {
      texts.put(FORMAT, binary.format().spelling());
    }
    putUnlessEmpty(texts, COMPILE, binary.compileOptions());
    putUnlessEmpty(texts, LINK, binary.linkOptions());
    putUnlessEmpty(texts, ENTRIES, names(binary.entries()));
    binary
        .ranges()
        .forEach(
            (kernel, indices) ->
                texts.put(
                    RANGE + kernel,
                    String.join(",", indices.stream().map(String::valueOf).toList())));
    for (PropertySet set : binary.propertySets()) {
      put(texts, PROPERTY + escaped(set.name()), "");
      for (BinaryProperty each : set.properties()) {
        put(texts, PROPERTY + escaped(set.name()) + ":" + each.name(), value(each));
      }
    }
    binary.labels().forEach((key, value) -> put(texts, key, value));
    return new OffloadBinary(imageKind(binary.format()), 0, 0, texts, binary.code());
  }

  static DeviceBinary read(OffloadBinary entry) {
    Map<String, String> labels = new LinkedHashMap<>(entry.texts());
    String target = Optional.ofNullable(labels.remove(TARGET)).orElse(DeviceBinary.UNKNOWN_TARGET);
    String compile = Optional.ofNullable(labels.remove(COMPILE)).orElse("");
    String link = Optional.ofNullable(labels.remove(LINK)).orElse("");
    String entries = Optional.ofNullable(labels.remove(ENTRIES)).orElse("");
    Map<String, List<Integer>> ranges = new LinkedHashMap<>();
    Map<String, List<BinaryProperty>> sets = new LinkedHashMap<>();
    ImageFormat format = formatOf(entry.imageKind());
    String spelling = labels.remove(FORMAT);
    if (spelling != null) {
      format =
          ImageFormat.spelled(spelling)
              .orElseThrow(() -> wrong(FORMAT, "'" + spelling + "' is no format"));
    }
    for (Map.Entry<String, String> each : entry.texts().entrySet()) {
      String key = each.getKey();
      if (key.startsWith(RANGE)) {
        labels.remove(key);
        ranges.put(key.substring(RANGE.length()), indices(each));
      } else if (key.startsWith(PROPERTY)) {
        labels.remove(key);
        property(sets, each);
      }
    }
    List<PropertySet> propertySets = new ArrayList<>();
    sets.forEach((name, properties) -> propertySets.add(new PropertySet(name, properties)));
    return new DeviceBinary(
        target,
        format,
        compile,
        link,
        entries.isEmpty() ? List.of() : List.of(entries.split(",", -1)),
        ranges,
        propertySets,
        labels,
        entry.image());
  }

  /** The kind of image that an offload binary says for a format; 0 if it has none. */
  private static int imageKind(ImageFormat format) {
    return switch (format) {
      case NATIVE -> KIND_OBJECT;
      case BITCODE -> KIND_BITCODE;
      case SPIRV -> KIND_SPIRV;
      case UNKNOWN, SOURCE, XCLBIN, GBS, CONTAINER -> 0;
    };
  }

  private static ImageFormat formatOf(int imageKind) {
    return switch (imageKind) {
      case KIND_OBJECT, KIND_CUBIN, KIND_FATBINARY -> ImageFormat.NATIVE;
      case KIND_BITCODE -> ImageFormat.BITCODE;
      case KIND_SPIRV -> ImageFormat.SPIRV;
      default -> ImageFormat.UNKNOWN;
    };
  }

  private static void property(
      Map<String, List<BinaryProperty>> sets, Map.Entry<String, String> text) {
    String key = text.getKey().substring(PROPERTY.length());
    int colon = key.indexOf(':');
    String set = unescaped(colon < 0 ? key : key.substring(0, colon));
    List<BinaryProperty> properties = sets.computeIfAbsent(set, _ -> new ArrayList<>());
    if (colon < 0) {
      return; // The set itself, which may be empty.
    }
    String name = key.substring(colon + 1);
    String[] value = text.getValue().split(":", 2);
    try {
      properties.add(
          switch (value[0]) {
            case "u32" -> new BinaryProperty.Numeric(name, Integer.parseUnsignedInt(value[1]));
            case "bytes" ->
                new BinaryProperty.Bytes(name, Content.owned(Base64.getDecoder().decode(value[1])));
            case "string" -> new BinaryProperty.Text(name, value[1]);
            default -> throw new IllegalArgumentException("no type u32, bytes or string");
          });
    } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
      throw wrong(text.getKey(), "'%s' is no value: %s".formatted(text.getValue(), e.getMessage()));
    }
  }

  private static List<Integer> indices(Map.Entry<String, String> text) {
    List<Integer> indices = new ArrayList<>();
    try {
      for (String each : text.getValue().split(",", -1)) {
        indices.add(Integer.parseUnsignedInt(each.strip()));
      }
    } catch (NumberFormatException e) {
      throw wrong(text.getKey(), "'%s' is no list of argument indices".formatted(text.getValue()));
    }
    return indices;
  }

  private static String names(List<String> entries) {
    for (String each : entries) {
      if (each.isEmpty() || each.indexOf(',') >= 0) {
        throw unwritable("kernel name '" + each + "' is empty or has a comma");
      }
    }
    return String.join(",", entries);
  }

  private static String value(BinaryProperty property) {
    return switch (property) {
      case BinaryProperty.Numeric number -> "u32:" + Integer.toUnsignedString(number.value());
      case BinaryProperty.Bytes bytes ->
          "bytes:" + Base64.getEncoder().encodeToString(bytes.value().toArray());
      case BinaryProperty.Text text -> "string:" + text.value();
    };
  }

  /** The colon ends the name of a set. */
  private static String escaped(String set) {
    return set.replace("%", "%25").replace(":", "%3A");
  }

  private static String unescaped(String set) {
    return set.replace("%3A", ":").replace("%25", "%");
  }

  private static void putUnlessEmpty(Map<String, String> texts, String key, String value) {
    if (!value.isEmpty()) {
      texts.put(key, value);
    }
  }

  private static void put(Map<String, String> texts, String key, String value) {
    if (texts.putIfAbsent(key, value) != null) {
      throw unwritable("'" + key + "' would be there twice");
    }
  }

  private static BackplaneException unwritable(String problem) {
    return BackplaneException.because(ErrorCode.INVALID_ARGUMENT, problem)
        .during("write container")
        .remedy("Give it another name")
        .build();
  }

  private static BackplaneException wrong(String key, String problem) {
    return new BackplaneException(ErrorCode.IMAGE_INVALID, "text '%s': %s".formatted(key, problem));
  }
}
