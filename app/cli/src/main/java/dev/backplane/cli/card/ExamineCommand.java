package dev.backplane.cli.card;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Device;
import dev.backplane.api.ErrorCode;
import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.report.Json;
import dev.backplane.cli.report.Report;
import dev.backplane.cli.report.Report.Inline;
import dev.backplane.cli.report.ReportText;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Tells how a board is. */
public final class ExamineCommand extends Command {
  private final CommonOptions common;
  private final BoardOptions board = with(new BoardOptions());

  private final Option<List<String>> names =
      list(String.class, "-r", "--report")
          .label("NAME")
          .commas()
          .offers(() -> BoardReport.ALL.stream().map(BoardReport::text).iterator())
          .about("Only this report; may be given several times.");

  private final Option<Boolean> json = flag("--json").about("Print one JSON object.");

  public ExamineCommand(CommonOptions common) {
    super("examine", "Show sensors, firewall, memory, firmware and what else a board has to tell.");
    footer(
        "",
        "Reports: host, platform, electrical, thermal, mechanical, firewall, async-error, memory,",
        "dynamic-regions, cmc-status, mailbox, error. Without -r all of them.",
        "",
        "A software card has no board to measure: its sensors are modelled from its activity and"
            + " say so.");
    this.common = with(common);
  }

  @Override
  public Integer call() {
    List<BoardReport> reports = reports();
    return board.with(
        common,
        device -> {
          print(device, reports);
          return ExitCode.OK;
        });
  }

  private List<BoardReport> reports() {
    if (names.get().isEmpty() || names.get().contains("all")) {
      return BoardReport.ALL;
    }
    List<BoardReport> chosen = new ArrayList<>();
    for (String name : names.get()) {
      chosen.add(
          BoardReport.ALL.stream()
              .filter(report -> report.text().equals(name))
              .findFirst()
              .orElseThrow(() -> unknown(name)));
    }
    return chosen;
  }

  private static BackplaneException unknown(String name) {
    return BackplaneException.because(
            ErrorCode.INVALID_ARGUMENT, "there is no report '" + name + "'")
        .during("examine")
        .remedy(
            "Use " + String.join(", ", BoardReport.ALL.stream().map(BoardReport::text).toList()))
        .build();
  }

  private record Examined(String device, @Inline Map<String, Object> parts) implements Report {}

  private void print(Device device, List<BoardReport> reports) {
    PrintWriter out = common.console().out();
    if (json.get()) {
      Map<String, Object> parts = new LinkedHashMap<>();
      reports.forEach(report -> parts.put(report.text(), report.of(device)));
      Json.print(out, new Examined(device.id(), parts));
      return;
    }
    out.println(device.id());
    for (BoardReport report : reports) {
      out.println();
      ReportText.print(out, report.text(), report.of(device));
    }
  }
}
