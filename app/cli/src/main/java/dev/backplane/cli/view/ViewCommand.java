package dev.backplane.cli.view;

import dev.backplane.cli.card.CardOptions;
import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.Parameter;
import dev.backplane.runtime.Backplane;
import dev.backplane.view.Tab;
import dev.backplane.view.ViewServer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Shows devices and files on a page in the browser. */
public final class ViewCommand extends Command {
  private final CommonOptions common;

  private final Parameter<List<Path>> files =
      parameters(Path.class, "FILE")
          .about(
              "What to show beside the devices: an image, a waveform, a network.json, a time line"
                  + " of --trace-file, coverage of --coverage, or a report of --stats in JSON.");

  private final PageOptions page = with(new PageOptions());

  private final CardOptions card = with(new CardOptions());

  public ViewCommand(CommonOptions common) {
    super("view", "Show devices and files on a page in the browser.");
    footer(
        "",
        "The address that it prints opens the page once. Ctrl-C ends it.",
        "",
        "Examples:",
        "  backplane view",
        "  backplane view vadd.xclbin",
        "  backplane view results-waves/vadd.fst",
        "  backplane view --open time.json coverage.info");
    this.common = with(common);
  }

  @Override
  public Integer call() {
    List<Tab> shown = FileTabs.of(files.get());
    try (Backplane backplane = opened()) {
      ViewServer.Builder server = ViewServer.builder().title("Backplane");
      shown.forEach(server::tab);
      server.tab(LiveCards.tab(() -> backplane.devices().tokens()));
      return page.serve(server, common);
    }
  }

  private Backplane opened() {
    Map<String, Object> keys = card.keys();
    if (keys.isEmpty()) {
      return common.backplane().open();
    }
    if (common.configuration().isPresent()) {
      throw mistake(
          CardOptions.option(keys)
              + " makes a card of its own, which --config says is there already; say it in the"
              + " configuration of the card");
    }
    return CardOptions.open(common, CardOptions.configuration(keys));
  }
}
