package dev.backplane.cli.view;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Token;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.Failures;
import dev.backplane.view.ViewServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.BindException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Opens the server of a page, and tells people its address. */
public final class PageServer {
  static final String HERE = "127.0.0.1";

  private static final int MOST = 65_535;

  private PageServer() {}

  /**
   * Serves the devices of a command beside what it does, for this machine only.
   *
   * @param port where; 0 for a port that is free
   * @param devices finds them whenever a page comes after there was none
   */
  public static ViewServer ofDevices(
      CommonOptions common, int port, Supplier<List<Token>> devices) {
    return open(ViewServer.builder().tab(LiveCards.tab(devices)), common, HERE, port);
  }

  static ViewServer open(
      ViewServer.Builder described, CommonOptions common, String host, int port) {
    ViewServer server = listening(described, host, port);
    PrintWriter out = common.console().out();
    out.println("view: " + server.address());
    out.flush();
    if (!server.isForThisMachine()) {
      common
          .console()
          .err()
          .println(
              "backplane: the page is served beyond this machine, and not encrypted; whoever has"
                  + " the address can open it");
    }
    return server;
  }

  private static ViewServer listening(ViewServer.Builder described, String host, int port) {
    String place = host + ":" + port;
    if (port < 0 || port > MOST) {
      throw refused(place, "there is no such port", "Name one from 1 to " + MOST, null);
    }
    try {
      return described.host(host).port(port).describing(Failures::line).open();
    } catch (UnknownHostException e) {
      throw refused(place, "there is no host of that name", "Name an address of this machine", e);
    } catch (BindException e) {
      if (port != 0 && String.valueOf(e.getMessage()).contains("in use")) {
        throw refused(
            place,
            "another program has port " + port,
            "Name another port, or leave it out for one that is free",
            e);
      }
      throw refused(
          place,
          "it cannot be served there: " + e.getMessage(),
          "Name an address of this machine, and a port from 1024 on",
          e);
    } catch (IOException e) {
      throw refused(
          place, "it cannot be served: " + e.getMessage(), "Name another address or port", e);
    }
  }

  private static BackplaneException refused(
      String place, String problem, String remedy, @Nullable IOException cause) {
    return BackplaneException.because(ErrorCode.INVALID_ARGUMENT, problem)
        .during("serve a page")
        .on(place)
        .remedy(remedy)
        .causedBy(cause)
        .build();
  }
}
