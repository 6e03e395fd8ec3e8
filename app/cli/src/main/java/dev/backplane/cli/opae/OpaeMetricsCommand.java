package dev.backplane.cli.opae;

import dev.backplane.api.opae.Metrics;
import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.Parameter;
import dev.backplane.cli.command.Repetition;
import dev.backplane.cli.report.Json;
import java.io.PrintWriter;

/** Shows what a resource of OPAE measures. */
final class OpaeMetricsCommand extends Command {
  private final CommonOptions common;
  private final Repetition repetition = with(Repetition.once());

  private final Parameter<String> key = parameter(String.class, "KEY").about(OpaeSearch.KEY);

  private final Option<Boolean> json =
      flag("--json").about("Print one JSON object a line for each look.");

  OpaeMetricsCommand(CommonOptions common) {
    super("metrics", "Show power, temperatures and counters of OPAE.");
    footer(
        "",
        "Names that begin with 'modelled' are those of a software card: a model, not measured.",
        "",
        "Example:",
        "  backplane opae metrics cards/card0.fme --interval 2s");
    this.common = with(common);
  }

  @Override
  public Integer call() {
    return OpaeSearch.with(
        common,
        key.get(),
        device -> {
          MetricsReport report = new MetricsReport(device.id(), device.facet(Metrics.class));
          repetition.run(common, () -> show(report));
          return ExitCode.OK;
        });
  }

  private void show(MetricsReport report) {
    PrintWriter out = common.console().out();
    if (json.get()) {
      Json.print(out, report.look());
    } else {
      report.print(out);
    }
    out.flush();
  }
}
