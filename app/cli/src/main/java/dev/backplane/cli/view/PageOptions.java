package dev.backplane.cli.view;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Failures;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.Options;
import dev.backplane.view.ViewServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.BindException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.CountDownLatch;

/** The options for the place where a page is served. */
final class PageOptions extends Options {
  private static final String HERE = "127.0.0.1";
  private static final int MOST = 65_535;

  private final Option<String> host =
      option(String.class, "--host")
          .label("ADDRESS")
          .byDefault(HERE)
          .about(
              "Where the page is served. Default: "
                  + HERE
                  + ", which only this machine can reach.");

  private final Option<Integer> port =
      option(Integer.class, "--port")
          .label("PORT")
          .byDefault("0")
          .about("The port of the page. Default: one that is free.");

  /** Serves a page until Ctrl-C. */
  int serve(ViewServer.Builder described, CommonOptions common) {
    if (port.get() < 0 || port.get() > MOST) {
      throw mistake("--port " + port.get() + " is not from 0 to " + MOST);
    }
    CountDownLatch stop = new CountDownLatch(1);
    return common
        .interruption()
        .cancelling(
            stop::countDown,
            () -> {
              try (ViewServer server = open(described)) {
                tell(server, common);
                stop.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              return ExitCode.OK;
            });
  }

  private void tell(ViewServer server, CommonOptions common) {
    PrintWriter out = common.console().out();
    out.println("view: " + server.address());
    out.flush();
    if (!isHere()) {
      common
          .console()
          .err()
          .println(
              "backplane: the page is served beyond this machine, and not encrypted; whoever has"
                  + " the address can open it");
    }
  }

  private boolean isHere() {
    try {
      return InetAddress.getByName(host.get()).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  private ViewServer open(ViewServer.Builder described) {
    try {
      return described.host(host.get()).port(port.get()).describing(Failures::line).open();
    } catch (UnknownHostException e) {
      throw refused("there is no host of that name", "Name an address of this machine", e);
    } catch (BindException e) {
      boolean isTaken = port.get() != 0 && String.valueOf(e.getMessage()).contains("in use");
      throw isTaken
          ? refused(
              "another program has port " + port.get(),
              "Name another with --port, or leave it out for one that is free",
              e)
          : refused(
              "port " + port.get() + " cannot be served there: " + e.getMessage(),
              "Name an address of this machine with --host, and a port from 1024 on with --port",
              e);
    } catch (IOException e) {
      throw refused("the page cannot be served: " + e.getMessage(), "Name another place", e);
    }
  }

  private BackplaneException refused(String problem, String remedy, IOException cause) {
    return BackplaneException.because(ErrorCode.INVALID_ARGUMENT, problem)
        .during("view")
        .on(host.get() + ":" + port.get())
        .remedy(remedy)
        .causedBy(cause)
        .build();
  }
}
