package dev.backplane.cli;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Device;
import dev.backplane.api.ErrorCode;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Tells how a board is. */
@Command(
    name = "examine",
    header = "Show sensors, firewall, memory, firmware and what else a board has to tell.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Reports: host, platform, electrical, thermal, mechanical, firewall, async-error, memory,",
      "dynamic-regions, cmc-status, mailbox, error. Without -r all of them.",
      "",
      "A software card has no board to measure: its sensors are modelled from its activity and say"
          + " so."
    })
final class ExamineCommand implements Callable<Integer> {
  @Mixin private final CommonOptions common;
  @Mixin private final BoardOptions board = new BoardOptions();

  @Option(
      names = {"-r", "--report"},
      paramLabel = "NAME",
      split = ",",
      description = "Only this report; may be given several times.")
  private List<String> names = List.of();

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  ExamineCommand(CommonOptions common) {
    this.common = common;
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
    if (names.isEmpty() || names.contains("all")) {
      return BoardReport.ALL;
    }
    List<BoardReport> chosen = new ArrayList<>();
    for (String name : names) {
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

  private void print(Device device, List<BoardReport> reports) {
    PrintWriter out = common.console().out();
    if (json) {
      Map<String, Object> object = new LinkedHashMap<>();
      object.put("device", device.id());
      reports.forEach(report -> object.put(report.text(), report.of(device)));
      Json.print(out, object);
      return;
    }
    out.println(device.id());
    for (BoardReport report : reports) {
      out.println();
      ReportText.print(out, report.text(), report.of(device));
    }
  }
}
