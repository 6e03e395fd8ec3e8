package dev.backplane.cli.card;

import dev.backplane.api.Device;
import dev.backplane.api.board.ErrorLog;
import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.report.Json;
import dev.backplane.cli.report.Report;
import dev.backplane.cli.report.ReportText;
import java.util.List;

/** Shows and clears the errors of a card. */
public final class ErrorsCommand extends Command {
  private final CommonOptions common;
  private final BoardOptions board = with(new BoardOptions());
  private final Option<Boolean> clear = flag("--clear").about("Forget the errors that are shown.");
  private final Option<Boolean> json = flag("--json").about("Print one JSON object.");

  public ErrorsCommand(CommonOptions common) {
    super("errors", "Show or clear the errors that a card keeps.");
    footer(
        "",
        "Cards of OPAE keep errors in registers, which 'backplane opae errors' shows and clears one"
            + " by one.",
        "",
        "Example:",
        "  backplane errors --device cards/card0.fme --clear");
    exitCode(
        ExitCode.FAILED,
        "An error that was cleared is still there: it persists. Or it was tried and failed.");
    this.common = with(common);
  }

  @Override
  public Integer call() {
    return board.with(common, this::errors);
  }

  private record Shown(String device, List<BoardReport.ErrorRow> errors, boolean cleared)
      implements Report {}

  private int errors(Device device) {
    ErrorLog log = device.facet(ErrorLog.class);
    var before = BoardReport.errors(log);
    if (clear.get()) {
      log.clearErrors();
    }
    boolean persists = clear.get() && !log.errors().isEmpty();
    if (json.get()) {
      Json.print(common.console().out(), new Shown(device.id(), before, clear.get() && !persists));
    } else {
      ReportText.print(common.console().out(), device.id(), before);
      if (persists) {
        common.console().err().println("backplane: " + device.id() + ": errors persist");
      }
    }
    return persists ? ExitCode.FAILED : ExitCode.OK;
  }
}
