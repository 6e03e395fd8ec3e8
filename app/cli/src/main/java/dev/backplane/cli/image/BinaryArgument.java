package dev.backplane.cli.image;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.ImageFormat;
import dev.backplane.api.binary.DeviceBinary;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A device binary as it is typed: {@code target=spir64,file=vadd.spv,kernels=vadd,range.vadd=3}.
 */
record BinaryArgument(Map<String, String> terms) {
  static final String HELP =
      "target=TARGET,file=FILE and, if wanted, format=F, compile=OPTIONS, link=OPTIONS,"
          + " kernels=NAME:NAME, range.KERNEL=INDEX:INDEX";

  private static final String RANGE = "range.";
  private static final Set<String> KNOWN =
      Set.of("target", "file", "format", "compile", "link", "kernels");

  /** Reads the terms. Options hold commas too: what is no term belongs to the term before. */
  static BinaryArgument parse(String text) {
    Map<String, String> terms = new LinkedHashMap<>();
    String last = "";
    for (String part : text.split(",", -1)) {
      int equals = part.indexOf('=');
      String key = equals < 0 ? "" : part.substring(0, equals).strip();
      if (KNOWN.contains(key) || key.startsWith(RANGE)) {
        if (terms.putIfAbsent(key, part.substring(equals + 1)) != null) {
          throw refused(text, "'" + key + "' is there twice");
        }
        last = key;
      } else if (last.equals("compile") || last.equals("link")) {
        terms.merge(last, part, (before, more) -> before + "," + more);
      } else {
        throw refused(text, "'" + part + "' is none of " + HELP);
      }
    }
    return new BinaryArgument(terms);
  }

  DeviceBinary binary() {
    String file = required("file");
    Image code = Image.of(Path.of(file));
    DeviceBinary binary = DeviceBinary.of(required("target"), code.content());
    String format = terms.getOrDefault("format", "");
    if (!format.isEmpty()) {
      binary =
          binary.withFormat(
              ImageFormat.spelled(format)
                  .orElseThrow(
                      () ->
                          refused(
                              format,
                              "no such format; there are "
                                  + List.of(ImageFormat.values()).stream()
                                      .map(ImageFormat::spelling)
                                      .toList())));
    } else if (binary.isFor(DeviceBinary.SOURCE_TARGET)) {
      binary = binary.withFormat(ImageFormat.SOURCE);
    }
    binary =
        binary
            .withOptions(terms.getOrDefault("compile", ""), terms.getOrDefault("link", ""))
            .withEntries(parts(terms.getOrDefault("kernels", "")));
    for (Map.Entry<String, String> each : terms.entrySet()) {
      if (each.getKey().startsWith(RANGE)) {
        binary =
            binary.withRange(each.getKey().substring(RANGE.length()), indices(each.getValue()));
      }
    }
    return binary;
  }

  private static List<Integer> indices(String text) {
    List<Integer> indices = new ArrayList<>();
    try {
      parts(text).forEach(each -> indices.add(Integer.valueOf(each)));
    } catch (NumberFormatException e) {
      throw refused(text, "no indices of arguments, such as 3 or 4:5");
    }
    return indices;
  }

  private static List<String> parts(String text) {
    return text.isEmpty() ? List.of() : List.of(text.split(":", -1));
  }

  private String required(String key) {
    String value = terms.get(key);
    if (value == null || value.isEmpty()) {
      throw refused(String.valueOf(terms), "no " + key + "= in it");
    }
    return value;
  }

  private static BackplaneException refused(String text, String problem) {
    return BackplaneException.because(ErrorCode.INVALID_ARGUMENT, problem)
        .during("pack")
        .on("'" + text + "'")
        .remedy("Write --binary " + HELP)
        .build();
  }
}
