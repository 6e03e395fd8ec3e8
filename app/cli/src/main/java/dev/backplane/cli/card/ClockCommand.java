package dev.backplane.cli.card;

import dev.backplane.api.Device;
import dev.backplane.api.board.Clocks;
import dev.backplane.api.xrt.Board;
import dev.backplane.api.xrt.Board.Throttle;
import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.Parameter;
import dev.backplane.cli.report.Report;
import dev.backplane.cli.report.Report.Inline;
import java.util.List;
import java.util.Optional;

/** Shows and sets clocks and how they are throttled. */
public final class ClockCommand extends Command {
  private final CommonOptions common;
  private final BoardOptions board = with(new BoardOptions());

  private final Parameter<List<Integer>> megahertz =
      parameters(Integer.class, "MHZ")
          .about("One for each clock, in the order shown; 0 leaves a clock as it is.");

  private final Option<Switch> throttle =
      option(Switch.class, "--throttle")
          .label("on|off")
          .about("Whether clocks follow power and temperature.");

  private final Option<Double> watts =
      option(Double.class, "--power-limit").label("W").about("The most power, in watts.");

  private final Option<Double> celsius =
      option(Double.class, "--temperature-limit")
          .label("C")
          .about("The highest temperature of the FPGA, in degrees Celsius.");

  private final Option<Boolean> json = flag("--json").about("Print one JSON object.");

  /** On or off. */
  enum Switch {
    /** They follow. */
    ON,
    /** They do not. */
    OFF
  }

  public ClockCommand(CommonOptions common) {
    super("clock", "Show or set the clocks of a card, and how they are throttled.");
    footer(
        "",
        "A clock cannot be set faster than the image was made for. On a software card clocks change"
            + " what",
        "the model of power and temperature says; cycles are simulated as fast as this machine"
            + " can.",
        "Settings are lost when the process ends that holds the card.",
        "",
        "Example:",
        "  backplane clock --load vadd.xclbin 200 --power-limit 40",
        "  backplane clock --device cards/card0.port 300");
    this.common = with(common);
  }

  @Override
  public Integer call() {
    return board.with(
        common,
        device -> {
          change(device);
          print(device);
          return ExitCode.OK;
        });
  }

  private void change(Device device) {
    if (!megahertz.get().isEmpty()) {
      device.facet(Clocks.class).reclock(megahertz.get());
    }
    if (throttle.isPresent() || watts.isPresent() || celsius.isPresent()) {
      Board target = device.facet(Board.class);
      Throttle now = target.throttle();
      target.throttle(
          new Throttle(
              throttle.optional().map(Switch.ON::equals).orElse(now.enabled()),
              watts.optional().orElse(now.watts()),
              celsius.optional().orElse(now.celsius()),
              1,
              ""));
    }
  }

  /** The clocks of a device, and how they are throttled if they are. */
  private record Shown(
      String device, @Inline Optional<ThrottleReport> throttle, List<ClockRow> clocks)
      implements Report {}

  private void print(Device device) {
    new Shown(
            device.id(),
            BoardOptions.facet(device, Board.class).map(Board::throttle).map(ThrottleReport::of),
            ClockRow.all(device.facet(Clocks.class)))
        .print(common.console().out(), json.get(), "clocks");
  }
}
