package dev.backplane.cli.card;

import dev.backplane.api.BusAddress;
import dev.backplane.api.DeviceProperties;
import dev.backplane.api.DeviceType;
import dev.backplane.api.Token;
import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Failures;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.Parameter;
import dev.backplane.cli.report.Json;
import dev.backplane.cli.report.Report;
import dev.backplane.cli.report.TextTable;
import dev.backplane.runtime.Backplane;
import dev.backplane.runtime.PluginReport;
import dev.backplane.runtime.Selection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Lists devices. */
public final class ListCommand extends Command {
  private final CommonOptions common;

  private final Parameter<String> selector =
      parameter(String.class, "SELECTOR")
          .mayBeMissing()
          .about("Only these: " + CommonOptions.SELECTOR + ".");

  private final Option<Boolean> json = flag("--json").about("Print one JSON object.");

  public ListCommand(CommonOptions common) {
    super("list", "List the devices that the plugins find.");
    exitCode(ExitCode.OK, "All went well, also if no device was found.");
    this.common = with(common);
  }

  @Override
  public Integer call() {
    try (Backplane backplane = common.backplane().open()) {
      Selection found = select(backplane);
      if (json.get()) {
        Json.print(common.console().out(), new Listed(rows(found)));
      } else {
        table(found).print(common.console().out());
      }
      warn(common, backplane, found);
      return ExitCode.OK;
    }
  }

  /** Tells what a person should know of a search, on stderr. */
  public static void warn(CommonOptions common, Backplane backplane, Selection found) {
    backplane.notes().forEach(note -> warn(common, note));
    found.notes().forEach(note -> warn(common, note));
    found.problems().forEach(problem -> warn(common, Failures.oneLine(problem)));
    CoherentCards.missing(backplane).forEach(missing -> warn(common, missing));
    for (PluginReport plugin : backplane.plugins()) {
      // What failed just now is among the problems already.
      plugin
          .lastError()
          .filter(error -> !found.problems().contains(error))
          .ifPresent(error -> warn(common, Failures.oneLine(error)));
    }
  }

  private static void warn(CommonOptions common, String note) {
    common.console().err().println("backplane: " + note);
  }

  private Selection select(Backplane backplane) {
    return selector.optional().map(backplane::select).orElseGet(backplane::devices);
  }

  static List<Row> rows(Selection found) {
    return found.tokens().stream().map(token -> Row.of(token, found.term(token))).toList();
  }

  public static TextTable table(Selection found) {
    TextTable table =
        new TextTable("ID", "SELECTOR", "TYPE", "OBJECT", "HOST", "KERNELS", "MADE BY");
    for (Token token : found.tokens()) {
      DeviceProperties properties = token.properties();
      table.row(
          token.id(),
          found.term(token),
          properties.deviceType(),
          Report.word(properties.objectType()),
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

  private record Listed(List<Row> devices) implements Report {}

  record Row(
      String id,
      String selector,
      String plugin,
      String name,
      DeviceType type,
      String object,
      String host,
      @Nullable String vendor,
      @Nullable UUID guid,
      @Nullable BusAddress bus,
      List<String> kernels,
      boolean takesImages,
      Map<String, String> details)
      implements Report {
    static Row of(Token token, String term) {
      DeviceProperties properties = token.properties();
      return new Row(
          token.id(),
          term,
          token.plugin(),
          properties.name(),
          properties.deviceType(),
          Report.word(properties.objectType()),
          properties.host(),
          properties.vendor().orElse(null),
          properties.guid().orElse(null),
          properties.busAddress().orElse(null),
          properties.kernels(),
          properties.takesImages(),
          properties.details());
    }
  }
}
