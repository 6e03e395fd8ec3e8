package dev.backplane.cli.setup;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.spi.Driver;
import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Failures;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.report.Json;
import dev.backplane.cli.report.TextTable;
import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.ComponentPlugins;
import dev.backplane.compiler.ComponentReport;
import dev.backplane.runtime.Backplane;
import dev.backplane.runtime.PluginReport;
import dev.backplane.runtime.selector.DeviceSelector;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
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
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("configuration", backplane.configurationSource().place());
        object.put("selector", backplane.selector().map(DeviceSelector::text).orElse(null));
        object.put("plugins", plugins.stream().map(PluginsCommand::describe).toList());
        object.put("components", components.stream().map(PluginsCommand::describe).toList());
        Json.print(common.console().out(), object);
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

  private static Map<String, @Nullable Object> describe(PluginReport plugin) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    map.put("instance", plugin.instance());
    map.put("module", plugin.module());
    map.put("version", plugin.version());
    map.put("location", plugin.location());
    map.put("runtime", Driver.TARGET_RUNTIME);
    map.put("symbols", plugin.symbols());
    map.put("requires", plugin.requires());
    map.put("state", state(plugin));
    map.put("interface_version", plugin.interfaceVersion());
    map.put("extensions", plugin.extensions());
    map.put("reason", isUsable(plugin) ? null : reason(plugin));
    map.put("last_error", plugin.lastError().map(BackplaneException::getMessage).orElse(null));
    map.put("disabled_facets", plugin.disabledFacets().stream().sorted().toList());
    map.put("served_by", plugin.servedBy());
    map.put("open_devices", plugin.openDevices());
    return map;
  }

  private static Map<String, @Nullable Object> describe(ComponentReport plugin) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    map.put("name", plugin.name());
    map.put("version", plugin.version());
    map.put("runtime", Compiler.RUNTIME);
    map.put("location", plugin.location());
    map.put("symbols", plugin.symbols());
    map.put("requires", plugin.requires());
    map.put("state", state(plugin));
    map.put("reason", plugin.refusal().map(Failures::oneLine).orElse(null));
    return map;
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
    return plugin.state().name().toLowerCase(Locale.ROOT);
  }

  private static String orDash(String text) {
    return text.isEmpty() ? "-" : text;
  }
}
