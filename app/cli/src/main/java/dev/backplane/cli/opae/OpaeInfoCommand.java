package dev.backplane.cli.opae;

import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.Parameter;
import dev.backplane.cli.report.Json;
import dev.backplane.cli.report.Report;
import dev.backplane.cli.report.Report.Inline;
import dev.backplane.cli.report.ReportText;
import dev.backplane.runtime.Backplane;

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
            new Shown(device.id(), new ObjectReport(device).one(object.get()))
                .print(common.console().out(), json.get(), "object");
            return ExitCode.OK;
          });
    }
    try (Backplane backplane = common.backplane().open()) {
      OpaeResource resource = new OpaeSearch(backplane).named(key.get());
      print(resource.id(), OpaeReport.of(resource));
      return ExitCode.OK;
    }
  }

  private record Shown(String device, @Inline Report object) implements Report {}

  private void print(String id, OpaeReport report) {
    if (json.get()) {
      Json.print(common.console().out(), report);
      return;
    }
    ReportText.printKnown(common.console().out(), id, report);
    report
        .featureProblem()
        .ifPresent(
            problem ->
                common.console().err().println("backplane: features of " + id + ": " + problem));
  }
}
