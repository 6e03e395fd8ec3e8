package dev.backplane.cli.opae;

import dev.backplane.api.Device;
import dev.backplane.api.board.Clocks;
import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.Parameter;
import dev.backplane.cli.report.Json;
import dev.backplane.cli.report.ReportText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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
          print(device.id(), frequencies(device));
          return ExitCode.OK;
        });
  }

  private Map<String, @Nullable Object> frequencies(Device device) {
    Clocks clocks = device.facet(Clocks.class);
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    if (high.isPresent() || low.isPresent()) {
      map.put("before", OpaeReport.clock(clocks));
      clocks.reclock(List.of(high.optional().orElse(0), low.optional().orElse(0)));
    }
    map.putAll(OpaeReport.clock(clocks));
    return map;
  }

  private void print(String device, Map<String, @Nullable Object> frequencies) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    map.put("device", device);
    map.putAll(frequencies);
    if (json.get()) {
      Json.print(common.console().out(), map);
    } else {
      ReportText.print(common.console().out(), "user clock", map);
    }
  }
}
