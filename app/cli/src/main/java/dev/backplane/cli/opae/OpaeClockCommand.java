package dev.backplane.cli.opae;

import dev.backplane.api.Device;
import dev.backplane.api.board.Clocks;
import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.Parameter;
import dev.backplane.cli.report.Report;
import dev.backplane.cli.report.Report.Inline;
import java.util.List;
import java.util.Optional;

/** Shows and sets the user clock of an accelerator. */
final class OpaeClockCommand extends Command {
  private final CommonOptions common;

  private final Parameter<String> key = parameter(String.class, "KEY").about(OpaeSearch.KEY);

  private final Option<Integer> high =
      option(Integer.class, "--high", "-H")
          .label("MHZ")
          .about("The fast clock. Default: twice the slow one.");

  private final Option<Integer> low =
      option(Integer.class, "--low", "-L")
          .label("MHZ")
          .about("The slow clock. Default: half of the fast one.");

  private final Option<Boolean> json = flag("--json").about("Print one JSON object.");

  OpaeClockCommand(CommonOptions common) {
    super("clock", "Show or set the user clock of an accelerator of OPAE.");
    footer(
        "",
        "Without a frequency the clock is shown. A device takes the closest frequencies that it can"
            + " make.",
        "The software card keeps and tells the clock; nothing is paced by it, and it is gone with"
            + " the process.",
        "",
        "Example:",
        "  backplane opae clock cards/card0.port --high 300");
    this.common = with(common);
  }

  @Override
  public Integer call() {
    return OpaeSearch.with(
        common,
        key.get(),
        device -> {
          frequencies(device).print(common.console().out(), json.get(), "user clock");
          return ExitCode.OK;
        });
  }

  private record Shown(String device, Optional<UserClockReport> before, @Inline UserClockReport now)
      implements Report {}

  private Shown frequencies(Device device) {
    Clocks clocks = device.facet(Clocks.class);
    Optional<UserClockReport> before = Optional.empty();
    if (high.isPresent() || low.isPresent()) {
      before = Optional.of(UserClockReport.of(clocks));
      clocks.reclock(List.of(high.optional().orElse(0), low.optional().orElse(0)));
    }
    return new Shown(device.id(), before, UserClockReport.of(clocks));
  }
}
