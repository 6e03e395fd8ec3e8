package dev.backplane.cli.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.cli.Outcome;
import dev.backplane.cli.command.Console;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Interruption;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.Proxy;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The page of counts that a server shows to Prometheus. */
@Timeout(600)
final class ServeMetricsTest {
  private static final Pattern PAGE = Pattern.compile("counts are at (\\S+)");
  private static final String IMAGE = Outcome.example("vadd/vadd.xclbin");

  @TempDir Path folder;

  private static String door() {
    return "metrics-" + ProcessHandle.current().pid();
  }

  private static String get(String page) throws IOException {
    URLConnection connection = URI.create(page).toURL().openConnection(Proxy.NO_PROXY);
    return new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  private static String page(String said) {
    Matcher found = PAGE.matcher(said);
    assertThat(found.find()).as(said).isTrue();
    return found.group(1);
  }

  @Test
  void thePageIsThereForThisMachineAsLongAsTheServer() throws Exception {
    Interruption interruption = new Interruption();
    StringWriter said = new StringWriter();
    Console console = new Console(new PrintWriter(said, true), new PrintWriter(said, true));
    String[] serve = {"serve", IMAGE, "--xrt", door(), "--metrics", "0"};
    String page;
    try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
      Future<Integer> code = threads.submit(() -> Outcome.run(console, interruption, serve));
      while (!said.toString().contains("serving ") && !code.isDone()) {
        Thread.sleep(5);
      }
      page = page(said.toString());
      assertThat(InetAddress.getByName(URI.create(page).getHost()).isLoopbackAddress()).isTrue();
      assertThat(get(page))
          .containsPattern(
              "backplane_transferred_bytes_total\\{device=\"softcard/card0\","
                  + "direction=\"to_device\",driver=\"softcard\"}");
      interruption.interrupt();
      assertThat(code.get()).isEqualTo(ExitCode.OK);
    }
    assertThatThrownBy(() -> get(page)).isInstanceOf(IOException.class);
  }

  @Test
  void runsOfXrtProgramsAreCountedByDeviceAndKernel() throws Exception {
    XrtHosts hosts = new XrtHosts(folder);
    String door = door() + "-xrt";
    XrtHosts.Running server =
        hosts.start("serve", hosts.javaImage(), "--xrt", door, "--metrics", "0");
    try {
      server.prints("serving");
      String page = page(server.text());
      String[] host = {
        "exec", "--attach", door, "--", hosts.host("vadd"), hosts.javaImage(), "50", "8"
      };
      assertThat(hosts.start(host).ended(300).text()).contains("vadd: 50 runs");
      String counts = get(page);
      Matcher units =
          Pattern.compile(
                  "backplane_unit_seconds_count\\{device=\"softcard/card0\",kernel=\"vadd\","
                      + "unit=\"[^\"]+\"} ([0-9]+)")
              .matcher(counts);
      long executed = 0;
      while (units.find()) {
        executed += Long.parseLong(units.group(1));
      }
      assertThat(executed).as(counts).isEqualTo(50);
      assertThat(counts)
          .doesNotContainPattern("backplane_transferred_bytes_total\\{.*to_device.*} 0\\.0");
    } finally {
      server.process().destroy();
      server.process().waitFor(20, TimeUnit.SECONDS);
    }
  }

  @Test
  void aPortThatIsTakenIsToldInOneSentence() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Outcome outcome =
          Outcome.of(
              "serve", IMAGE, "--xrt", door(), "--metrics", String.valueOf(taken.getLocalPort()));
      assertThat(outcome.code()).isNotEqualTo(ExitCode.OK);
      assertThat(outcome.err().lines()).hasSize(1);
      assertThat(outcome.err())
          .contains("BUSY", ":" + taken.getLocalPort(), "in use", "Name another port");
    }
  }

  @Test
  void whatIsNoPlaceIsAMistake() {
    for (String text : new String[] {"", "x", "70000", "1:2:3", "localhost", ":80", "[::1]"}) {
      assertThat(Outcome.of("serve", IMAGE, "--metrics", text))
          .as(text)
          .satisfies(
              each -> assertThat(each.code()).isEqualTo(ExitCode.USAGE),
              each -> assertThat(each.err()).contains("--metrics", "9464"));
    }
    assertThat(Outcome.of("serve", IMAGE, "--metrics", "no.such.host.invalid:80").err())
        .contains("no.such.host.invalid", "no host of that name");
  }
}
