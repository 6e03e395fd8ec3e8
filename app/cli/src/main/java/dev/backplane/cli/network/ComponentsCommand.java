package dev.backplane.cli.network;

import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.Parameter;
import dev.backplane.cli.report.Json;
import dev.backplane.cli.report.Report;
import dev.backplane.cli.report.Report.Key;
import dev.backplane.cli.report.TextTable;
import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.ComponentPlugins;
import dev.backplane.compiler.ComponentReport;
import dev.backplane.compiler.component.AttributeDescription;
import dev.backplane.compiler.component.Component;
import dev.backplane.compiler.component.ComponentDescription;
import dev.backplane.compiler.ir.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Tells what networks can be made of. */
public final class ComponentsCommand extends Command {
  private final CommonOptions common;
  private final ComponentOptions components;

  private final Parameter<String> type =
      parameter(String.class, "TYPE")
          .mayBeMissing()
          .about("Tell all about components of this type. Default: list all types.");

  private final Option<Boolean> json = flag("--json").about("Print one JSON object.");

  public ComponentsCommand(CommonOptions common) {
    super("components", "List the components of the compiler, and what they can be written as.");
    footer(
        "",
        "An attribute in square brackets may be left out.",
        "",
        "Examples:",
        "  backplane components",
        "  backplane components conv2d");
    this.common = with(common);
    this.components = with(new ComponentOptions(common));
  }

  @Override
  public Integer call() {
    ComponentPlugins plugins = components.load();
    if (type.isPresent()) {
      tell(plugins, type.get());
    } else if (json.get()) {
      Json.print(
          common.console().out(),
          new Listed(
              all(plugins).map(each -> describe(plugins, each)).toList(),
              plugins.reports().stream()
                  .filter(report -> report.refusal().isPresent())
                  .map(ComponentOptions::refusal)
                  .toList()));
    } else {
      list(plugins);
    }
    return ExitCode.OK;
  }

  private static Stream<Map.Entry<String, Component>> all(ComponentPlugins plugins) {
    return plugins.compiler().components().types().stream()
        .flatMap(
            each ->
                plugins.compiler().components().find(each).stream()
                    .map(component -> Map.entry(each, component)));
  }

  private void list(ComponentPlugins plugins) {
    TextTable table = new TextTable("TYPE", "INPUTS", "TARGETS", "PLUGIN", "VERSION", "ATTRIBUTES");
    all(plugins)
        .forEach(
            each -> {
              Described row = describe(plugins, each);
              table.row(
                  row.type(),
                  row.moreInputs() ? row.inputs() + "+" : String.valueOf(row.inputs()),
                  row.targets(),
                  row.plugin(),
                  row.version(),
                  description(each.getValue()).attributes().stream()
                      .map(ComponentsCommand::shortly)
                      .collect(Collectors.joining(" ")));
            });
    table.print(common.console().out());
  }

  private void tell(ComponentPlugins plugins, String wanted) {
    Component component =
        plugins
            .compiler()
            .components()
            .find(wanted)
            .orElseThrow(
                () ->
                    mistake(
                        "there is no component of type "
                            + wanted
                            + "; there are "
                            + String.join(", ", plugins.compiler().components().types())));
    describe(plugins, Map.entry(wanted, component))
        .print(common.console().out(), json.get(), wanted);
  }

  private record Listed(List<Described> components, List<String> refused) implements Report {}

  private record Described(
      String type,
      String purpose,
      @Nullable Integer inputs,
      @Key("moreInputs") boolean moreInputs,
      int outputs,
      String targets,
      String plugin,
      String version,
      String location,
      List<Attribute> attributes)
      implements Report {}

  private record Attribute(
      String name, String type, @Key("default") @Nullable String byDefault, String meaning)
      implements Report {}

  private static Described describe(ComponentPlugins plugins, Map.Entry<String, Component> one) {
    String type = one.getKey();
    Component component = one.getValue();
    ComponentReport from = plugins.pluginOf(type).orElse(null);
    return new Described(
        type,
        description(component).purpose(),
        told(component::inputs, null),
        Boolean.TRUE.equals(told(component::mayHaveMoreInputs, false)),
        type.equals(Node.OUTPUT) ? 0 : 1,
        targets(plugins.compiler(), type),
        from == null ? "-" : from.name(),
        from == null ? "-" : from.version(),
        from == null ? "-" : from.location(),
        description(component).attributes().stream().map(ComponentsCommand::describe).toList());
  }

  private static ComponentDescription description(Component component) {
    ComponentDescription said = told(component::description, null);
    return said == null
        ? ComponentDescription.of("(" + component.getClass().getName() + " gives no description)")
        : said;
  }

  /** Asks a plugin; if it fails, the other value stands in its place. */
  private static <T> @Nullable T told(Supplier<@Nullable T> asked, @Nullable T otherwise) {
    try {
      return asked.get();
    } catch (RuntimeException | LinkageError e) {
      return otherwise;
    }
  }

  private static Attribute describe(AttributeDescription attribute) {
    return new Attribute(
        attribute.name(),
        attribute.kind().toString(),
        attribute.isNeeded() ? null : attribute.byDefault(),
        attribute.meaning());
  }

  private static String shortly(AttributeDescription attribute) {
    return attribute.isNeeded() ? attribute.name() : '[' + attribute.name() + ']';
  }

  /** The operations that a type is lowered to, or the types that it becomes before that. */
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
