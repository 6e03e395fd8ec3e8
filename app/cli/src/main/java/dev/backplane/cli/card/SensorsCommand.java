package dev.backplane.cli.card;

import dev.backplane.api.Device;
import dev.backplane.api.board.Quantity;
import dev.backplane.api.board.Sensors;
import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.Repetition;
import dev.backplane.cli.report.Json;
import dev.backplane.cli.report.Report;
import dev.backplane.cli.report.ReportText;
import java.io.PrintWriter;
import java.util.EnumSet;
import java.util.List;

/** Shows the sensors of a card. */
public final class SensorsCommand extends Command {
  private final CommonOptions common;
  private final BoardOptions board = with(new BoardOptions());
  private final Repetition repetition = with(Repetition.once());

  private final Option<Boolean> json =
      flag("--json").about("Print one JSON object a line for each look.");

  public SensorsCommand(CommonOptions common) {
    super("sensors", "Show power, temperatures, voltages, currents and fans of a card.");
    footer(
        "",
        "The column origin says whether a value is measured, or modelled by a software card.",
        "",
        "Example:",
        "  backplane sensors --device cards/card0.fme --interval 2s");
    this.common = with(common);
  }

  @Override
  public Integer call() {
    return board.with(
        common,
        device -> {
          repetition.run(common, () -> show(device));
          return ExitCode.OK;
        });
  }

  private record Shown(String device, List<BoardReport.SensorRow> sensors) implements Report {}

  private void show(Device device) {
    PrintWriter out = common.console().out();
    var rows = BoardReport.sensors(device.facet(Sensors.class), EnumSet.allOf(Quantity.class));
    if (json.get()) {
      Json.print(out, new Shown(device.id(), rows));
    } else {
      ReportText.print(out, device.id(), rows);
    }
    out.flush();
  }
}
