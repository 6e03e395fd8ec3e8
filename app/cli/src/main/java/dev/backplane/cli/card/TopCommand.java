package dev.backplane.cli.card;

import dev.backplane.api.Device;
import dev.backplane.api.board.ErrorLog;
import dev.backplane.api.board.Sensor;
import dev.backplane.api.board.Sensors;
import dev.backplane.api.xrt.Board;
import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.Repetition;
import dev.backplane.cli.command.SafeWriter;
import dev.backplane.cli.report.Json;
import dev.backplane.cli.report.Report;
import dev.backplane.cli.report.Report.Inline;
import dev.backplane.cli.report.ReportText;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Watches a device. */
public final class TopCommand extends Command {
  private static final String HOME_AND_CLEAR = "\u001b[H\u001b[2J";

  private final CommonOptions common;
  private final BoardOptions board = with(new BoardOptions());
  private final Repetition repetition = with(Repetition.watching());

  private final Option<Boolean> json =
      flag("--json").about("Print one JSON object a line for each look.");

  public TopCommand(CommonOptions common) {
    super("top", "Show compute units, clients, memory, power and temperature again and again.");
    footer(
        "",
        "On a terminal the table is drawn anew each time; elsewhere lines are added. A software"
            + " card",
        "lives in this process: it has work only if the device is one of a server or of another"
            + " host.");
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

  private void show(Device device) {
    PrintWriter out = common.console().out();
    Look look = look(device);
    if (json.get()) {
      Json.print(out, look);
      return;
    }
    if (common.console().screen()) {
      SafeWriter.control(out, HOME_AND_CLEAR);
    }
    ReportText.print(out, device.id(), look);
    out.flush();
  }

  private record Look(
      String time,
      @Inline Map<String, @Nullable Object> figures,
      Object memory,
      List<? extends Report> computeUnits,
      List<UnitsReport.ClientRow> clients)
      implements Report {}

  private static Look look(Device device) {
    return new Look(
        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
        figures(device),
        BoardReport.MEMORY.of(device),
        UnitsReport.units(device),
        UnitsReport.clients(device));
  }

  private static Map<String, @Nullable Object> figures(Device device) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    List<Sensor> sensors =
        BoardOptions.facet(device, Sensors.class).map(Sensors::sensors).orElse(List.of());
    for (Sensor sensor : sensors) {
      switch (sensor.quantity()) {
        case POWER, TEMPERATURE, FAN ->
            map.put(
                sensor.name() + "_" + sensor.quantity().unit(),
                String.format(
                    Locale.ROOT,
                    "%.1f (%s)",
                    sensor.value(),
                    sensor.origin().name().toLowerCase(Locale.ROOT)));
        case VOLTAGE, CURRENT -> {
          // They follow from power; 'examine' has them.
        }
      }
    }
    BoardOptions.facet(device, Board.class)
        .ifPresent(
            board -> {
              map.put("clock_factor", board.throttle().factor());
              map.put(
                  "firewall",
                  board.firewall().stream().anyMatch(Board.FirewallLevel::tripped)
                      ? "tripped"
                      : "good");
            });
    BoardOptions.facet(device, ErrorLog.class)
        .map(ErrorLog::errors)
        .ifPresent(
            errors -> map.put("last_error", errors.isEmpty() ? null : errors.getLast().text()));
    return map;
  }
}
