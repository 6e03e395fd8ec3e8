package dev.backplane.cli.view;

import dev.backplane.cli.card.CardOptions;
import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.Parameter;
import dev.backplane.cli.metrics.MetricsOptions;
import dev.backplane.cli.metrics.MetricsServer;
import dev.backplane.runtime.Backplane;
import dev.backplane.runtime.BackplaneBuilder;
import dev.backplane.view.Tab;
import dev.backplane.view.ViewServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Shows devices and files on a page in the browser. */
public final class ViewCommand extends Command {
  /** The time in which somebody opens the page of Perfetto, and it comes for the file. */
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private final CommonOptions common;

  private final Parameter<List<Path>> files =
      parameters(Path.class, "FILE")
          .about(
              "What to show beside the devices: an image, a waveform, a network.json, a time line"
                  + " of --trace-file, coverage of --coverage, or a report of --stats in JSON.");

  private final PageOptions page = with(new PageOptions());

  private final Option<String> viewer =
      option(String.class, "--with")
          .label("VIEWER")
          .about(
              "Give the files to a program of others instead: gtkwave or surfer for waveforms,"
                  + " perfetto for a time line, which its page then fetches from this machine.");

  private final CardOptions card = with(new CardOptions());

  private final MetricsOptions metrics = with(new MetricsOptions());

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
        "  backplane view --open time.json coverage.info",
        "  backplane view --with gtkwave results-waves/vadd.fst");
    this.common = with(common);
  }

  @Override
  public Integer call() {
    if (viewer.isPresent()) {
      return handedOver();
    }
    List<Tab> shown = FileTabs.of(files.get());
    Optional<MetricsServer> counts = metrics.open();
    try (Backplane backplane = opened(counts)) {
      counts.ifPresent(each -> common.console().out().printf("counts are at %s%n", each.uri()));
      ViewServer.Builder server = ViewServer.builder().title("Backplane");
      shown.forEach(server::tab);
      server.tab(LiveCards.tab(() -> backplane.devices().tokens()));
      return page.serve(server, common);
    } finally {
      counts.ifPresent(MetricsServer::close);
    }
  }

  private int handedOver() {
    Viewer program =
        Viewer.named(viewer.get())
            .orElseThrow(
                () -> mistake("--with takes one of " + Viewer.words() + ", not " + viewer.get()));
    if (files.get().isEmpty()) {
      throw mistake("--with gives files to a program, and none is named");
    }
    Desktop desktop = new Desktop(System.getenv());
    if (program != Viewer.PERFETTO) {
      files.get().forEach(file -> common.console().out().println(program.show(file, desktop)));
      return ExitCode.OK;
    }
    if (files.get().size() > 1) {
      throw mistake("the page of Perfetto shows one time line at a time; name one file");
    }
    program.check(files.get().getFirst());
    return fetched(files.get().getFirst(), desktop);
  }

  private int fetched(Path file, Desktop desktop) {
    try (PerfettoFile served = PerfettoFile.of(file, PerfettoFile.PORT)) {
      common.console().out().println("perfetto: " + served.address());
      common.console().out().flush();
      common.console().err().println("backplane: " + desktop.open(served.address()));
      return common
          .interruption()
          .cancelling(
              served::abandon,
              () -> {
                try {
                  if (!served.await(PATIENCE)) {
                    common.console().err().println("backplane: the page has not fetched the file");
                    return ExitCode.FAILED;
                  }
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
                return ExitCode.OK;
              });
    }
  }

  private Backplane opened(Optional<MetricsServer> counts) {
    BackplaneBuilder builder = common.backplane();
    counts.ifPresent(each -> each.counting(builder));
    Map<String, Object> keys = card.keys();
    if (keys.isEmpty()) {
      return builder.open();
    }
    if (common.configuration().isPresent()) {
      throw mistake(
          CardOptions.option(keys)
              + " makes a card of its own, which --config says is there already; say it in the"
              + " configuration of the card");
    }
    return builder
        .configuration("the options of the command line", CardOptions.configuration(keys))
        .open();
  }
}
