package dev.backplane.cli.capi;

import dev.backplane.cli.card.CoherentCards;
import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.Parameter;

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
          CapiReport.of(device).print(common.console().out(), json.get(), device.id());
          return ExitCode.OK;
        });
  }
}
