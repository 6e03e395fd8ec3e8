package dev.backplane.cli.setup;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.spi.Driver;
import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Failures;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.report.Json;
import dev.backplane.cli.report.Report;
import dev.backplane.cli.report.TextTable;
import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.ComponentPlugins;
import dev.backplane.compiler.ComponentReport;
import dev.backplane.runtime.Backplane;
import dev.backplane.runtime.ConfigurationSource;
import dev.backplane.runtime.PluginReport;
import dev.backplane.runtime.selector.DeviceSelector;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Lists plugins: instances of drivers, and components of the compiler. */
public final class PluginsCommand extends Command {
  private final CommonOptions common;

  private final Option<Boolean> json = flag("--json").about("Print one JSON object.");

  public PluginsCommand(CommonOptions common) {
    super("plugins", "List plugins of both kinds, drivers and components, and how they are.");
    this.common = with(common);
  }

  @Override
  public Integer call() {
    try (Backplane backplane = common.backplane().open()) {
      backplane.load();
      List<PluginReport> plugins = backplane.plugins();
      List<ComponentReport> components =
          ComponentPlugins.load(common.backplane().pluginFolders()).reports();
      if (json.get()) {
        Json.print(
            common.console().out(),
            new Plugins(
                backplane.configurationSource().place(),
                backplane.selector().map(DeviceSelector::text).orElse(null),
                plugins.stream().map(PluginsCommand::describe).toList(),
                components.stream().map(PluginsCommand::describe).toList()));
      } else {
        printDrivers(plugins);
        printComponents(components);
        notes(backplane);
      }
      return ExitCode.OK;
    }
  }

  private void printDrivers(List<PluginReport> plugins) {
    PrintWriter out = common.console().out();
    TextTable table =
        new TextTable(
            "DRIVER", "MODULE", "VERSION", "INTERFACE", "STATE", "SYMBOLS", "REQUIRES", "FROM");
    for (PluginReport plugin : plugins) {
      table.row(
          plugin.instance(),
          plugin.module(),
          orDash(plugin.version()),
          orDash(plugin.interfaceVersion()),
          state(plugin),
          orDash(String.join(" ", plugin.symbols())),
          orDash(String.join(" ", plugin.requires())),
          orDash(plugin.location()));
    }
    table.print(out);
    for (PluginReport plugin : plugins) {
      for (String facet : plugin.disabledFacets().stream().sorted().toList()) {
        out.println(plugin.instance() + ": " + facet + " is switched off");
      }
      plugin
          .servedBy()
          .forEach(
              (facet, other) ->
                  out.println(plugin.instance() + ": " + facet + " is served by " + other));
      plugin
          .lastError()
          .ifPresent(error -> out.println(plugin.instance() + ": " + why(plugin, error)));
      plugin
          .extensions()
          .forEach(extension -> out.println(plugin.instance() + ": offers " + extension));
    }
  }

  private void printComponents(List<ComponentReport> components) {
    PrintWriter out = common.console().out();
    TextTable table = new TextTable("COMPONENT", "VERSION", "STATE", "SYMBOLS", "REQUIRES", "FROM");
    for (ComponentReport plugin : components) {
      table.row(
          plugin.name(),
          orDash(plugin.version()),
          state(plugin),
          orDash(String.join(" ", plugin.symbols())),
          orDash(String.join(" ", plugin.requires())),
          plugin.location());
    }
    out.println();
    table.print(out);
    for (ComponentReport plugin : components) {
      plugin
          .refusal()
          .ifPresent(
              why -> out.println(plugin.name() + ": refused because " + Failures.oneLine(why)));
    }
    out.println();
  }

  private void notes(Backplane backplane) {
    PrintWriter out = common.console().out();
    out.println("configuration: " + backplane.configurationSource().place());
    backplane.selector().ifPresent(selector -> out.println("selector: " + selector));
    backplane.notes().forEach(out::println);
  }

  private record Plugins(
      ConfigurationSource.Place configuration,
      @Nullable String selector,
      List<DriverRow> plugins,
      List<ComponentRow> components)
      implements Report {}

  private record DriverRow(
      String instance,
      String module,
      String version,
      String location,
      String runtime,
      List<String> symbols,
      List<String> requires,
      String state,
      String interfaceVersion,
      List<String> extensions,
      @Nullable String reason,
      @Nullable String lastError,
      List<String> disabledFacets,
      Map<String, String> servedBy,
      List<String> openDevices)
      implements Report {}

  private record ComponentRow(
      String name,
      String version,
      String runtime,
      String location,
      List<String> symbols,
      List<String> requires,
      String state,
      @Nullable String reason)
      implements Report {}

  private static DriverRow describe(PluginReport plugin) {
    return new DriverRow(
        plugin.instance(),
        plugin.module(),
        plugin.version(),
        plugin.location(),
        Driver.TARGET_RUNTIME,
        plugin.symbols(),
        plugin.requires(),
        state(plugin),
        plugin.interfaceVersion(),
        plugin.extensions(),
        isUsable(plugin) ? null : reason(plugin),
        plugin.lastError().map(BackplaneException::getMessage).orElse(null),
        plugin.disabledFacets().stream().sorted().toList(),
        plugin.servedBy(),
        plugin.openDevices());
  }

  private static ComponentRow describe(ComponentReport plugin) {
    return new ComponentRow(
        plugin.name(),
        plugin.version(),
        Compiler.RUNTIME,
        plugin.location(),
        plugin.symbols(),
        plugin.requires(),
        state(plugin),
        plugin.refusal().map(Failures::oneLine).orElse(null));
  }

  private static String state(ComponentReport plugin) {
    return plugin.refusal().isPresent() ? "refused" : "ready";
  }

  private static String why(PluginReport plugin, BackplaneException error) {
    return (isUsable(plugin) ? "last error " : state(plugin) + " because ")
        + Failures.oneLine(error);
  }

  private static boolean isUsable(PluginReport plugin) {
    return switch (plugin.state()) {
      case LAZY, UNCHOSEN, LOADING, READY -> true;
      case REFUSED, SKIPPED, QUARANTINED, FAILED, CLOSED -> false;
    };
  }

  private static @Nullable String reason(PluginReport plugin) {
    return plugin.lastError().map(Failures::oneLine).orElse(null);
  }

  private static String state(PluginReport plugin) {
    return Report.word(plugin.state());
  }

  private static String orDash(String text) {
    return text.isEmpty() ? "-" : text;
  }
}
