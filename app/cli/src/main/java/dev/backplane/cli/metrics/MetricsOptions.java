package dev.backplane.cli.metrics;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.Options;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The command-line option for a page of what is counted, which Prometheus scrapes. */
public final class MetricsOptions extends Options {
  private static final String PLACE =
      "(?:(?<host>[^\\[\\]:]+|\\[[0-9A-Fa-f:.%]+]):)?(?<port>[0-9]{1,5})";

  private static final int LAST_PORT = 0xffff;

  private final Option<String> place =
      option(String.class, "--metrics")
          .label("[HOST:]PORT")
          .about(
              "Count runs, bytes, errors and waits, and show them to Prometheus at",
              "http://HOST:PORT/metrics. Without HOST, only to this machine. Port 0 is a free"
                  + " one.");

  /**
   * {@return the server of the page, if one is asked for; the caller closes it}
   *
   * @throws BackplaneException why it cannot be there
   */
  public Optional<MetricsServer> open() {
    return place.optional().map(this::open);
  }

  private MetricsServer open(String text) {
    InetSocketAddress address = address(text);
    try {
      return MetricsServer.at(address);
    } catch (NoClassDefFoundError e) {
      throw BackplaneException.because(
              ErrorCode.NOT_SUPPORTED, "this installation has no Micrometer, which makes the page")
          .during("serve metrics")
          .remedy("Use the command of the distribution, or leave out --metrics")
          .causedBy(e)
          .build();
    }
  }

  private InetSocketAddress address(String text) {
    Matcher matcher = Pattern.compile(PLACE).matcher(text);
    if (!matcher.matches() || Integer.parseInt(matcher.group("port")) > LAST_PORT) {
      throw mistake("--metrics takes PORT or HOST:PORT, for example 9464, not '" + text + "'");
    }
    int port = Integer.parseInt(matcher.group("port"));
    String host = matcher.group("host");
    if (host == null) {
      return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }
    InetSocketAddress address = new InetSocketAddress(host.replaceAll("[\\[\\]]", ""), port);
    if (address.isUnresolved()) {
      throw BackplaneException.because(ErrorCode.INVALID_ARGUMENT, "there is no host of that name")
          .during("serve metrics")
          .on(text)
          .remedy("Name an address of this machine, or leave the host out")
          .build();
    }
    return address;
  }
}
