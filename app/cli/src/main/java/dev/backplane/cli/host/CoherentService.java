package dev.backplane.cli.host;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Filter;
import dev.backplane.api.Token;
import dev.backplane.capi.door.CapiDoor;
import dev.backplane.capi.door.SysfsFolder;
import dev.backplane.cli.card.CoherentCards;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Failures;
import dev.backplane.runtime.Backplane;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.function.Supplier;

/** Serves coherent cards to programs of libcxl until the command is interrupted. */
final class CoherentService {
  private final CommonOptions common;
  private final Optional<Path> sysfs;
  private final Function<Supplier<List<Token>>, ServedPage> pages;

  /**
   * A service.
   *
   * @param sysfs the folder that shows the cards as the system shows its own, if there is one
   * @param pages opens the page that shows cards
   */
  CoherentService(
      CommonOptions common,
      Optional<Path> sysfs,
      Function<Supplier<List<Token>>, ServedPage> pages) {
    this.common = common;
    this.sysfs = sysfs;
    this.pages = pages;
  }

  int serve(Path socket, Supplier<Backplane> open) {
    CountDownLatch stop = new CountDownLatch(1);
    return common
        .interruption()
        .cancelling(
            stop::countDown,
            () -> {
              try (Backplane backplane = open.get();
                  CapiDoor served = CapiDoor.open(socket, () -> tokens(backplane), this::log)) {
                common
                    .console()
                    .out()
                    .printf(
                        "serving %s at %s%n",
                        served.names().isEmpty()
                            ? "no coherent cards"
                            : String.join(", ", served.names()),
                        served.socket());
                sayWhyNothing(backplane, served);
                try (ServedPage _ = pages.apply(() -> CoherentCards.all(backplane))) {
                  serveUntil(stop, backplane, served);
                }
                return ExitCode.OK;
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return ExitCode.OK;
              }
            });
  }

  private static List<Token> tokens(Backplane backplane) {
    return backplane.enumerate(List.of(Filter.any()));
  }

  private void serveUntil(CountDownLatch stop, Backplane backplane, CapiDoor served)
      throws InterruptedException {
    if (sysfs.isEmpty()) {
      stop.await();
      return;
    }
    try (SysfsFolder folder =
        SysfsFolder.open(sysfs.get(), served.socket(), () -> tokens(backplane), this::log)) {
      served.tell(folder);
      common.console().out().printf("showing them in %s%n", folder.ofClass());
      stop.await();
    }
  }

  private void sayWhyNothing(Backplane backplane, CapiDoor served) {
    List<String> missing = CoherentCards.missing(backplane);
    missing.forEach(this::log);
    if (served.names().isEmpty() && missing.isEmpty()) {
      try {
        log(backplane.find(Filter.any()).id() + " is no coherent card");
      } catch (BackplaneException e) {
        log(Failures.oneLine(e));
      }
    }
  }

  private void log(String line) {
    common.console().err().println("backplane: " + line);
  }
}
