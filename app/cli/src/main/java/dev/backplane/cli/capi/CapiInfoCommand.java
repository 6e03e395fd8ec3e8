package dev.backplane.cli.capi;

import dev.backplane.cli.card.CoherentCards;
import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.Parameter;
import dev.backplane.cli.report.Json;
import dev.backplane.cli.report.ReportText;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tells all about a card of coherent accelerators. */
final class CapiInfoCommand extends Command {
  private final CommonOptions common;

  private final Parameter<String> key =
      parameter(String.class, "KEY").mayBeMissing().about(CoherentCards.KEY);

  private final Option<Boolean> json = flag("--json").about("Print one JSON object.");

  CapiInfoCommand(CommonOptions common) {
    super("info", "Show what a card of coherent accelerators, its AFUs and its flash tell.");
    this.common = with(common);
  }

  @Override
  public Integer call() {
    return CoherentCards.with(
        common,
        key.optional(),
        device -> {
          Map<String, @Nullable Object> map = CapiReport.of(device);
          if (json.get()) {
            Json.print(common.console().out(), map);
          } else {
            map.remove("id");
            ReportText.print(common.console().out(), device.id(), map);
          }
          return ExitCode.OK;
        });
  }
}
