package dev.backplane.cli;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.DeviceProperties;
import dev.backplane.api.Token;
import dev.backplane.runtime.Backplane;
import dev.backplane.runtime.PluginReport;
import dev.backplane.runtime.Selection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists devices. */
@Command(
    name = "list",
    header = "List the devices that the plugins find.",
    mixinStandardHelpOptions = true)
final class ListCommand implements Callable<Integer> {
  @Mixin private final CommonOptions common;

  @Parameters(
      arity = "0..1",
      paramLabel = "SELECTOR",
      description = "Only these: " + CommonOptions.SELECTOR + ".")
  private @Nullable String selector;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  ListCommand(CommonOptions common) {
    this.common = common;
  }

  @Override
  public Integer call() {
    try (Backplane backplane = common.backplane().open()) {
      Selection found = select(backplane);
      if (json) {
        Json.print(
            common.console().out(),
            Map.of(
                "devices",
                found.tokens().stream().map(token -> describe(token, found.term(token))).toList()));
      } else {
        table(found).print(common.console().out());
      }
      backplane.notes().forEach(this::warn);
      found.notes().forEach(this::warn);
      found.problems().forEach(this::warn);
      for (PluginReport plugin : backplane.plugins()) {
        // What failed just now is among the problems already.
        plugin.lastError().filter(error -> !found.problems().contains(error)).ifPresent(this::warn);
      }
      return ExitCode.OK;
    }
  }

  private void warn(BackplaneException problem) {
    warn(Failures.oneLine(problem));
  }

  private void warn(String note) {
    common.console().err().println("backplane: " + note);
  }

  private Selection select(Backplane backplane) {
    String words = selector;
    return words == null ? backplane.devices() : backplane.select(words);
  }

  static TextTable table(Selection found) {
    TextTable table =
        new TextTable("ID", "SELECTOR", "TYPE", "OBJECT", "HOST", "KERNELS", "MADE BY");
    for (Token token : found.tokens()) {
      DeviceProperties properties = token.properties();
      table.row(
          token.id(),
          found.term(token),
          properties.deviceType(),
          properties.objectType().name().toLowerCase(Locale.ROOT),
          properties.host(),
          kernels(properties),
          properties.vendor().orElse("-"));
    }
    return table;
  }

  private static String kernels(DeviceProperties properties) {
    String now = properties.kernels().isEmpty() ? "-" : String.join(",", properties.kernels());
    return properties.takesImages()
        ? (properties.kernels().isEmpty() ? "" : now + ", ") + "takes images"
        : now;
  }

  private static Map<String, @Nullable Object> describe(Token token, String term) {
    DeviceProperties properties = token.properties();
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    map.put("id", token.id());
    map.put("selector", term);
    map.put("plugin", token.plugin());
    map.put("name", properties.name());
    map.put("type", properties.deviceType());
    map.put("object", properties.objectType().name().toLowerCase(Locale.ROOT));
    map.put("host", properties.host());
    map.put("vendor", properties.vendor().orElse(null));
    map.put("guid", properties.guid().orElse(null));
    map.put("bus", properties.busAddress().orElse(null));
    map.put("kernels", properties.kernels());
    map.put("takes_images", properties.takesImages());
    map.put("details", properties.details());
    return map;
  }
}
