package dev.backplane.cli.opae;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Device;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.OpenMode;
import dev.backplane.api.opae.ErrorRegisters;
import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Failures;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.Parameter;
import dev.backplane.cli.report.Json;
import dev.backplane.cli.report.Report;
import dev.backplane.cli.report.ReportText;
import dev.backplane.runtime.Backplane;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Shows and clears error registers. */
final class OpaeErrorsCommand extends Command {
  private static final String EVERY = "all";

  private final CommonOptions common;

  private final Parameter<String> key =
      parameter(String.class, "KEY").mayBeMissing().about(OpaeSearch.KEY);

  private final Option<Boolean> all =
      flag("--all").about("All resources of OPAE that have error registers, in place of one.");

  private final Option<List<String>> clear =
      list(String.class, "-c", "--clear")
          .label("NAME")
          .commas()
          .about(
              "Clear this register; may be given several times. 'all' is every one that can be.");

  private final Option<Boolean> json = flag("--json").about("Print one JSON object.");

  OpaeErrorsCommand(CommonOptions common) {
    super("errors", "Show or clear the error registers of OPAE.");
    footer(
        "",
        "A register is 0 if there is no error. What its bits mean is in the documents of the card.",
        "",
        "Example:",
        "  backplane opae errors cards/card0.fme --clear fme_errors");
    exitCode(
        ExitCode.FAILED,
        "A register that was cleared still has bits: its error persists. Or it was tried and"
            + " failed.");
    this.common = with(common);
  }

  @Override
  public Integer call() {
    if (key.isPresent() == all.get()) {
      throw mistake("name a resource, or all with --all");
    }
    try (Backplane backplane = common.backplane().open()) {
      OpaeSearch search = new OpaeSearch(backplane);
      List<ErrorReport> reports = new ArrayList<>();
      boolean complete = true;
      if (all.get()) {
        for (OpaeResource each : search.all()) {
          complete &= add(reports, each);
        }
      } else {
        reports.addAll(report(search.named(key.get()), false));
      }
      print(reports);
      if (all.get()) {
        clear.get().forEach(name -> requireSomewhere(name, reports));
      }
      // All are looked at, so that each is told.
      long unclean = reports.stream().filter(report -> !isClean(report)).count();
      return complete && unclean == 0 ? ExitCode.OK : ExitCode.FAILED;
    }
  }

  private static void requireSomewhere(String name, List<ErrorReport> reports) {
    if (!name.equals(EVERY) && reports.stream().noneMatch(report -> report.has(name))) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT, "no resource shown has an error register '" + name + "'")
          .during("clear an error")
          .remedy("Name one of those that are shown, or 'all'")
          .build();
    }
  }

  /** One resource that fails does not hide the others. */
  private boolean add(List<ErrorReport> reports, OpaeResource resource) {
    try {
      reports.addAll(report(resource, true));
      return true;
    } catch (BackplaneException e) {
      common.console().err().println("backplane: " + Failures.oneLine(e));
      return false;
    }
  }

  /** Of all resources, those that have no error registers are passed over. */
  private List<ErrorReport> report(OpaeResource resource, boolean mayLackThem) {
    try (Device device = resource.token().open(OpenMode.SHARED)) {
      if (mayLackThem && !device.supports(ErrorRegisters.class)) {
        return List.of();
      }
      ErrorReport report = new ErrorReport(device.id(), device.facet(ErrorRegisters.class));
      if (clear.get().contains(EVERY)) {
        report.clearAll();
      } else {
        clear.get().stream()
            .filter(name -> !mayLackThem || report.has(name))
            .forEach(report::clear);
      }
      return List.of(report.read());
    }
  }

  private boolean isClean(ErrorReport report) {
    List<String> left = report.persisting();
    left.forEach(
        register ->
            common
                .console()
                .err()
                .println(
                    "backplane: %s: %s, after it was cleared: the error persists"
                        .formatted(report.device(), register)));
    return left.isEmpty();
  }

  private void print(List<ErrorReport> reports) {
    PrintWriter out = common.console().out();
    if (!json.get()) {
      reports.forEach(report -> ReportText.print(out, report.device(), report.rows()));
      return;
    }
    if (all.get()) {
      Json.print(out, new All(reports.stream().map(ErrorReport::describe).toList()));
    } else {
      reports.forEach(report -> Json.print(out, report.describe()));
    }
  }

  private record All(List<ErrorReport.Described> resources) implements Report {}
}
