package dev.backplane.cli.view;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.cli.command.UnreadableFile;
import dev.backplane.cli.report.Json;
import dev.backplane.json.JsonSyntaxException;
import dev.backplane.json.JsonText;
import dev.backplane.json.JsonValue;
import dev.backplane.xclbin.RegularFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the texts of files that the page shows; every complaint names the file. */
final class JsonFile {
  private static final long LARGEST = 256L << 20;

  private JsonFile() {}

  static String text(Path file) {
    try {
      return RegularFile.text(file, LARGEST);
    } catch (IOException e) {
      throw UnreadableFile.at("view", file, e);
    }
  }

  static @Nullable Object read(Path file, String text) {
    return Json.changeable(parse(file, text));
  }

  static JsonValue parse(Path file, String text) {
    try {
      return JsonText.read(text);
    } catch (JsonSyntaxException e) {
      throw wrong(file, "it is not JSON: " + e.getMessage(), e);
    }
  }

  static Map<?, ?> object(Path file) {
    if (read(file, text(file)) instanceof Map<?, ?> object) {
      return object;
    }
    throw wrong(file, "it is not a JSON object", null);
  }

  /** {@return a list of objects under a key} */
  static List<Map<?, ?>> objects(Path file, Map<?, ?> from, String key) {
    if (!(from.get(key) instanceof List<?> list)
        || !list.stream().allMatch(Map.class::isInstance)) {
      throw wrong(file, "its '" + key + "' is not a list of objects", null);
    }
    return list.stream().<Map<?, ?>>map(each -> (Map<?, ?>) each).toList();
  }

  static BackplaneException wrong(Path file, String problem, @Nullable Exception cause) {
    return BackplaneException.because(ErrorCode.INVALID_ARGUMENT, problem)
        .during("view")
        .on(file.toString())
        .remedy("Write the file anew with the command that made it")
        .causedBy(cause)
        .build();
  }
}
