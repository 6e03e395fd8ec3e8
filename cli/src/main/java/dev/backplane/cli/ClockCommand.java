package dev.backplane.cli;

import dev.backplane.api.Board;
import dev.backplane.api.Board.Throttle;
import dev.backplane.api.Device;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows and sets clocks and how they are throttled. */
@Command(
    name = "clock",
    header = "Show or set the clocks of the loaded image, and how they are throttled.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "A clock cannot be set faster than the image was made for. On a software card clocks change"
          + " what",
      "the model of power and temperature says; cycles are simulated as fast as this machine can.",
      "Settings are lost when the process ends that holds the card.",
      "",
      "Example:",
      "  backplane clock --load vadd.xclbin 200 --power-limit 40"
    })
final class ClockCommand implements Callable<Integer> {
  @Mixin private final CommonOptions common;
  @Mixin private final BoardOptions board = new BoardOptions();

  @Parameters(
      arity = "0..*",
      paramLabel = "MHZ",
      description = "One for each clock, in the order shown; 0 leaves a clock as it is.")
  private List<Integer> megahertz = List.of();

  @Option(
      names = "--throttle",
      paramLabel = "on|off",
      description = "Whether clocks follow power and temperature.")
  private @Nullable Switch throttle;

  @Option(names = "--power-limit", paramLabel = "W", description = "The most power, in watts.")
  private @Nullable Double watts;

  @Option(
      names = "--temperature-limit",
      paramLabel = "C",
      description = "The highest temperature of the FPGA, in degrees Celsius.")
  private @Nullable Double celsius;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  /** On or off. */
  enum Switch {
    /** They follow. */
    ON,
    /** They do not. */
    OFF
  }

  ClockCommand(CommonOptions common) {
    this.common = common;
  }

  @Override
  public Integer call() {
    return board.with(
        common,
        device -> {
          change(BoardOptions.board(device));
          print(device);
          return ExitCode.OK;
        });
  }

  private void change(Board target) {
    if (!megahertz.isEmpty()) {
      target.reclock(megahertz);
    }
    if (throttle != null || watts != null || celsius != null) {
      Throttle now = target.throttle();
      target.throttle(
          new Throttle(
              throttle == null ? now.enabled() : throttle == Switch.ON,
              watts == null ? now.watts() : watts,
              celsius == null ? now.celsius() : celsius,
              1,
              ""));
    }
  }

  private void print(Device device) {
    Board target = BoardOptions.board(device);
    Throttle now = target.throttle();
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    map.put("device", device.id());
    map.put("throttling", now.enabled());
    map.put("power_limit_w", now.watts());
    map.put("temperature_limit_c", now.celsius());
    map.put("clock_factor", now.factor());
    map.put("slowed_by", now.reason());
    map.put("clocks", target.clocks().stream().map(ClockCommand::row).toList());
    if (json) {
      Json.print(common.console().out(), map);
    } else {
      ReportText.print(common.console().out(), "clocks", map);
    }
  }

  /** {@return a clock as a line of a report} */
  static Map<String, @Nullable Object> row(Board.Clock clock) {
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    row.put("clock", clock.name());
    row.put("drives", clock.type());
    row.put("image_mhz", clock.image());
    row.put("set_mhz", clock.requested());
    row.put("effective_mhz", clock.effective());
    row.put("least_mhz", clock.least());
    row.put("most_mhz", clock.most());
    return row;
  }
}
