package dev.backplane.cli;

import dev.backplane.api.Device;
import dev.backplane.api.opae.UserClock;
import dev.backplane.api.opae.UserClock.Frequencies;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Shows and sets the user clock of an accelerator. */
final class OpaeClockCommand extends Command {
  private final CommonOptions common;

  private final Parameter<String> key = parameter(String.class, "KEY").about(OpaeSearch.KEY);

  private final Option<Long> high =
      option(Long.class, "--high", "-H")
          .label("MHZ")
          .about("The fast clock. Default: twice the slow one.");

  private final Option<Long> low =
      option(Long.class, "--low", "-L")
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
    UserClock clock = device.facet(UserClock.class);
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    if (high.isPresent() || low.isPresent()) {
      Frequencies before = clock.frequencies();
      clock.frequencies(
          new Frequencies(
              high.optional().orElseGet(() -> 2 * low.get()),
              low.optional().orElseGet(() -> high.get() / 2)));
      map.put("before", OpaeReport.clock(before));
    }
    map.putAll(OpaeReport.clock(clock.frequencies()));
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
