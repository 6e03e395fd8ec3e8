package dev.backplane.cli;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.DeviceProperties;
import dev.backplane.api.Filter;
import dev.backplane.api.Token;
import dev.backplane.runtime.Backplane;
import dev.backplane.runtime.Enumeration;
import dev.backplane.runtime.PluginReport;
import java.util.LinkedHashMap;
import java.util.List;
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
      description = "Only these: " + Selector.HELP + ".")
  private @Nullable String selector;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  ListCommand(CommonOptions common) {
    this.common = common;
  }

  @Override
  public Integer call() {
    try (Backplane backplane = common.backplane().open()) {
      Enumeration found = enumerate(backplane);
      if (json) {
        Json.print(
            common.console().out(),
            Map.of("devices", found.tokens().stream().map(ListCommand::describe).toList()));
      } else {
        table(found.tokens()).print(common.console().out());
      }
      found.problems().forEach(this::warn);
      for (PluginReport plugin : backplane.plugins()) {
        // What failed just now is among the problems already.
        plugin.lastError().filter(error -> !found.problems().contains(error)).ifPresent(this::warn);
      }
      return ExitCode.OK;
    }
  }

  private void warn(BackplaneException problem) {
    common.console().err().println("backplane: " + Failures.oneLine(problem));
  }

  private Enumeration enumerate(Backplane backplane) {
    String words = selector;
    if (words != null && Selector.isId(words)) {
      return new Enumeration(List.of(backplane.token(words)), 1, List.of());
    }
    List<Filter> filters = words == null ? List.of() : Selector.parse(words);
    return backplane.enumerate(filters, Integer.MAX_VALUE);
  }

  static TextTable table(List<Token> tokens) {
    TextTable table = new TextTable("ID", "TYPE", "OBJECT", "HOST", "KERNELS", "MADE BY");
    for (Token token : tokens) {
      DeviceProperties properties = token.properties();
      table.row(
          token.id(),
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

  static Map<String, @Nullable Object> describe(Token token) {
    DeviceProperties properties = token.properties();
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    map.put("id", token.id());
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
