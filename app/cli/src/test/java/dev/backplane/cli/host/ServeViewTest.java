package dev.backplane.cli.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The page that a server shows of its cards, and what programs of XRT do on them. */
@Timeout(600)
final class ServeViewTest {
  private static final Pattern PAGE = Pattern.compile("view: (http://\\S+)");

  private static final Pattern USAGE = Pattern.compile("\"usage\":\\s*(\\d+)");

  @TempDir Path folder;

  private static URLConnection open(String address) throws IOException {
    URLConnection connection = URI.create(address).toURL().openConnection(Proxy.NO_PROXY);
    connection.setReadTimeout(60_000);
    return connection;
  }

  /** {@return the cookie of a browser that opens the page first} */
  private static String cookie(String address) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) open(address);
    connection.setInstanceFollowRedirects(false);
    String cookie = connection.getHeaderField("Set-Cookie");
    assertThat(cookie).as("status " + connection.getResponseCode()).isNotNull();
    return cookie.split(";", -1)[0];
  }

  /** {@return the executions of all units that an event tells of} */
  private static long executions(String line) {
    return USAGE.matcher(line).results().mapToLong(unit -> Long.parseLong(unit.group(1))).sum();
  }

  @Test
  void runsOfAnXrtProgramAppearInTheEventsOfThePage() throws Exception {
    XrtHosts hosts = new XrtHosts(folder);
    String door = "view-" + ProcessHandle.current().pid();
    XrtHosts.Running server = hosts.start("serve", hosts.javaImage(), "--xrt", door, "--view", "0");
    try {
      server.prints("serving");
      server.prints("view: ");
      Matcher page = PAGE.matcher(server.text());
      assertThat(page.find()).as(server.text()).isTrue();
      String address = page.group(1);
      URLConnection events = open(address.replaceFirst("/\\?token=.*", "/api/cards/events"));
      events.setRequestProperty("Cookie", cookie(address));
      try (BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(events.getInputStream(), StandardCharsets.UTF_8))) {
        String[] host = {
          "exec", "--attach", door, "--", hosts.host("vadd"), hosts.javaImage(), "50", "8"
        };
        assertThat(hosts.start(host).ended(300).text()).contains("vadd: 50 runs");
        String line = lines.readLine();
        while (executions(line) < 50) {
          line = lines.readLine();
          assertThat(line).as("an event that tells of 50 runs").isNotNull();
        }
        assertThat(executions(line)).isEqualTo(50);
      }
    } finally {
      server.process().destroy();
      server.process().waitFor(20, TimeUnit.SECONDS);
    }
  }
}
