package dev.backplane.cli.opae;

import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.Parameter;
import dev.backplane.cli.report.Json;
import dev.backplane.cli.report.ReportText;
import dev.backplane.runtime.Backplane;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Tells all about a resource of OPAE. */
final class OpaeInfoCommand extends Command {
  private final CommonOptions common;

  private final Parameter<String> key = parameter(String.class, "KEY").about(OpaeSearch.KEY);

  private final Option<String> object =
      option(String.class, "--object")
          .label("NAME")
          .about(
              "Only this object: its name, with '/' between containers, or a pattern with *, ? and"
                  + " [...], whose first match is shown.");

  private final Option<Boolean> json = flag("--json").about("Print one JSON object.");

  OpaeInfoCommand(CommonOptions common) {
    super("info", "Show what a device or an accelerator of OPAE tells.");
    footer(
        "",
        "Properties, facets, slots and their host interfaces, user clock, the feature headers that"
            + " the",
        "registers begin with, and objects. Objects do not tell their names: those are looked for"
            + " that",
        "OPAE's drivers have. Errors are told by 'backplane opae errors', figures by 'backplane"
            + " opae metrics'.");
    this.common = with(common);
  }

  @Override
  public Integer call() {
    if (object.isPresent()) {
      return OpaeSearch.with(
          common,
          key.get(),
          device -> {
            Map<String, @Nullable Object> map = new LinkedHashMap<>();
            map.put("device", device.id());
            map.putAll(new ObjectReport(device).one(object.get()));
            print("object", map);
            return ExitCode.OK;
          });
    }
    try (Backplane backplane = common.backplane().open()) {
      OpaeResource resource = new OpaeSearch(backplane).named(key.get());
      print(resource.id(), OpaeReport.of(resource));
      return ExitCode.OK;
    }
  }

  private void print(String title, Map<String, @Nullable Object> map) {
    if (json.get()) {
      Json.print(common.console().out(), map);
      return;
    }
    Map<String, @Nullable Object> rest = new LinkedHashMap<>(map);
    rest.remove("id");
    Object problem = rest.remove(OpaeReport.FEATURE_PROBLEM);
    rest.values().removeIf(Objects::isNull);
    ReportText.print(common.console().out(), title, rest);
    if (problem != null) {
      common.console().err().println("backplane: features of " + title + ": " + problem);
    }
  }
}
