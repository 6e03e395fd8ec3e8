package dev.backplane.cli.setup;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Token;
import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Failures;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.report.Json;
import dev.backplane.cli.report.Report;
import dev.backplane.cli.report.TextTable;
import dev.backplane.runtime.Backplane;
import dev.backplane.runtime.PluginReport;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Shows what is installed, what is missing, what it would give, and what installs it. */
public final class DoctorCommand extends Command {
  private static final String OK = "ok";
  private static final String MISSING = "--";

  private final CommonOptions common;

  private final Option<Boolean> json = flag("--json").about("Print one JSON object.");

  public DoctorCommand(CommonOptions common) {
    super("doctor", "Show what is installed, what is missing, and what installs it.");
    exitCode(ExitCode.OK, "All was looked for, whatever is missing.");
    this.common = with(common);
  }

  @Override
  public Integer call() {
    Examined examined = new Examined(Parts.find(System.getenv()), configuration());
    if (json.get()) {
      Json.print(common.console().out(), examined);
    } else {
      print(common.console().out(), examined);
    }
    return ExitCode.OK;
  }

  private record Examined(List<Part> parts, Configured configuration) implements Report {}

  /** The plugins of a configuration; one that cannot be used is a finding as well. */
  private record Configured(
      @Nullable String problem, List<String> searched, List<Row> plugins, List<String> notes)
      implements Report {}

  private record Row(String plugin, String state, List<String> devices, String says)
      implements Report {}

  private Configured configuration() {
    try (Backplane backplane = common.backplane().open()) {
      // Plugins are asked for their devices before they are asked for their states.
      List<Row> plugins = plugins(backplane);
      return new Configured(
          null,
          backplane.configurationSource().searched().stream().map(String::valueOf).toList(),
          plugins,
          backplane.notes());
    } catch (BackplaneException e) {
      return new Configured(Failures.oneLine(e), List.of(), List.of(), List.of());
    }
  }

  /** A plugin is of use if it has a device; if not, it says where it looked and what it refused. */
  private static List<Row> plugins(Backplane backplane) {
    Map<String, List<String>> devices =
        backplane.devices().tokens().stream()
            .collect(groupingBy(Token::plugin, mapping(Token::id, toList())));
    return backplane.plugins().stream()
        .map(
            plugin ->
                new Row(
                    plugin.instance(),
                    plugin.state().name().toLowerCase(Locale.ROOT),
                    devices.getOrDefault(plugin.instance(), List.of()),
                    says(backplane, plugin)))
        .toList();
  }

  private static String says(Backplane backplane, PluginReport plugin) {
    return plugin
        .lastError()
        .map(Failures::oneLine)
        .orElseGet(() -> backplane.plugin(plugin.instance()).whyNothing())
        .replaceAll("\\s*\\R\\s*", "; ");
  }

  private static void print(PrintWriter out, Examined examined) {
    TextTable parts = new TextTable("", "WHAT", "FOUND", "GIVES");
    examined
        .parts()
        .forEach(
            part ->
                parts.row(part.works() ? OK : MISSING, part.name(), part.found(), part.gives()));
    parts.print(out);
    List<Part> missing = examined.parts().stream().filter(part -> !part.works()).toList();
    if (!missing.isEmpty()) {
      out.println();
      TextTable remedies = new TextTable("MISSING", "INSTALLED BY");
      missing.forEach(part -> remedies.row(part.name(), part.install()));
      remedies.print(out);
    }
    out.println();
    print(out, examined.configuration());
  }

  private static void print(PrintWriter out, Configured configuration) {
    if (configuration.problem() != null) {
      out.println(MISSING + "  configuration  " + configuration.problem());
      return;
    }
    out.println("Configuration, in the order of the search:");
    configuration.searched().forEach(place -> out.println("  " + place));
    out.println();
    TextTable table = new TextTable("", "PLUGIN", "STATE", "DEVICES", "SAYS");
    for (Row row : configuration.plugins()) {
      table.row(
          row.devices().isEmpty() ? MISSING : OK,
          row.plugin(),
          row.state(),
          row.devices().isEmpty() ? "no device" : String.join(", ", row.devices()),
          row.says());
    }
    table.print(out);
    configuration.notes().forEach(out::println);
  }
}
