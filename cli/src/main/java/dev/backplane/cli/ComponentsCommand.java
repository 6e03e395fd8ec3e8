package dev.backplane.cli;

import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.ComponentPlugins;
import dev.backplane.compiler.ComponentReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Lists what networks can be made of. */
final class ComponentsCommand extends Command {
  private final CommonOptions common;

  private final Option<List<Path>> folders =
      list(Path.class, "--plugins").label("FOLDER").about("Look for component plugins here too.");

  private final Option<Boolean> json = flag("--json").about("Print one JSON object.");

  ComponentsCommand(CommonOptions common) {
    super("components", "List the components of the compiler, and what they can be written as.");
    this.common = with(common);
  }

  @Override
  public Integer call() {
    ComponentPlugins plugins = ComponentPlugins.load(folders.get());
    List<ComponentReport> refused =
        plugins.reports().stream().filter(report -> report.refusal().isPresent()).toList();
    if (json.get()) {
      Map<String, @Nullable Object> object = new LinkedHashMap<>();
      object.put("components", rows(plugins));
      object.put("refused", refused.stream().map(ComponentsCommand::refusal).toList());
      Json.print(common.console().out(), object);
    } else {
      TextTable table = new TextTable("TYPE", "INPUTS", "TARGETS", "PLUGIN", "VERSION");
      rows(plugins).forEach(row -> table.row(row.values().toArray()));
      table.print(common.console().out());
      refused.forEach(report -> common.console().err().println("refused: " + refusal(report)));
    }
    return ExitCode.OK;
  }

  private static String refusal(ComponentReport report) {
    return report.name() + ": " + report.refusal().map(Failures::oneLine).orElse("");
  }

  private static List<Map<String, @Nullable Object>> rows(ComponentPlugins plugins) {
    List<Map<String, @Nullable Object>> rows = new ArrayList<>();
    for (String type : plugins.compiler().components().types()) {
      Map<String, @Nullable Object> row = new LinkedHashMap<>();
      row.put("type", type);
      row.put("inputs", plugins.compiler().components().find(type).orElseThrow().inputs());
      row.put("targets", targets(plugins.compiler(), type));
      ComponentReport from = plugins.pluginOf(type).orElse(null);
      row.put("plugin", from == null ? "-" : from.name());
      row.put("version", from == null ? "-" : from.version());
      rows.add(row);
    }
    return rows;
  }

  /** What a type is lowered to, or what it becomes before that. */
  private static String targets(Compiler compiler, String type) {
    List<String> targets = new ArrayList<>();
    if (compiler.verilog().handlers().handles(type)) {
      targets.add("verilog");
    }
    if (compiler.vhdl().handlers().handles(type)) {
      targets.add("vhdl");
    }
    if (compiler.torch().handlers().handles(type)) {
      targets.add("torch");
    }
    if (targets.isEmpty() && compiler.quantize().handlers().handles(type)) {
      targets.add("as table");
    }
    return targets.isEmpty() ? "-" : String.join(",", targets);
  }
}
