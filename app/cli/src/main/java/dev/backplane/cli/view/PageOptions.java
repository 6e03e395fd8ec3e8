package dev.backplane.cli.view;

import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.Options;
import dev.backplane.view.ViewServer;
import java.util.concurrent.CountDownLatch;

/** The options for the place where a page is served. */
final class PageOptions extends Options {
  private final Option<String> host =
      option(String.class, "--host")
          .label("ADDRESS")
          .byDefault(PageServer.HERE)
          .about(
              "Where the page is served. Default: "
                  + PageServer.HERE
                  + ", which only this machine can reach.");

  private final Option<Integer> port =
      option(Integer.class, "--port")
          .label("PORT")
          .byDefault("0")
          .about("The port of the page. Default: one that is free.");

  private final Option<Boolean> opens =
      flag("--open").about("Open the page in the browser of the desktop.");

  /** Serves a page until Ctrl-C. */
  int serve(ViewServer.Builder described, CommonOptions common) {
    CountDownLatch stop = new CountDownLatch(1);
    return common
        .interruption()
        .cancelling(
            stop::countDown,
            () -> {
              try (ViewServer server = PageServer.open(described, common, host.get(), port.get())) {
                if (opens.get()) {
                  common
                      .console()
                      .err()
                      .println("backplane: " + new Desktop(System.getenv()).open(server.address()));
                }
                stop.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              return ExitCode.OK;
            });
  }
}
