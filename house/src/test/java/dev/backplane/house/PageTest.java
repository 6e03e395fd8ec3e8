package dev.backplane.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.Device;
import dev.backplane.api.Image;
import dev.backplane.api.Kernel;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Program;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.Console;
import dev.backplane.cli.command.Interruption;
import dev.backplane.cli.view.LiveCards;
import dev.backplane.cli.view.ViewCommand;
import dev.backplane.runtime.Backplane;
import dev.backplane.runtime.selector.DeviceSelector;
import dev.backplane.view.ViewServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the page in a real browser: what is on it, and that it complains of nothing. */
class PageTest {
  private static final Path VADD = Checkout.ROOT.resolve("examples/vadd/vadd.xclbin");

  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Pattern ADDRESS = Pattern.compile("http://\\S+");
  private static final int BYTES = 4096;

  @TempDir private Path folder;

  /** The command, which serves its page until it is closed. */
  private static final class Shown implements AutoCloseable {
    private final Interruption interruption = new Interruption();
    private final StringWriter printed = new StringWriter();
    private final CompletableFuture<String> address = new CompletableFuture<>();
    private final CompletableFuture<Integer> code;

    Shown(Path... files) {
      PrintWriter out =
          new PrintWriter(printed) {
            @Override
            public void flush() {
              super.flush();
              Matcher matcher = ADDRESS.matcher(printed.toString());
              if (matcher.find()) {
                address.complete(matcher.group());
              }
            }
          };
      CommonOptions common = new CommonOptions(new Console(out, out), interruption);
      code =
          CompletableFuture.supplyAsync(
              () ->
                  new ViewCommand(common)
                      .parser()
                      .registerConverter(Path.class, Path::of)
                      .setOut(out)
                      .setErr(out)
                      .execute(Stream.of(files).map(Path::toString).toArray(String[]::new)));
      var _ = code.thenAccept(ended -> address.complete("ended with " + ended + ": " + printed));
    }

    String address() {
      return address.orTimeout(LONG.toSeconds(), TimeUnit.SECONDS).join();
    }

    @Override
    public void close() {
      interruption.interrupt();
      assertThat(code.orTimeout(LONG.toSeconds(), TimeUnit.SECONDS).join()).isZero();
    }
  }

  @Test
  void aRunAppearsOnThePageOfItsCard() throws IOException {
    try (Backplane backplane = Backplane.builder().builtIn().open();
        Device card = backplane.find(DeviceSelector.parse("softcard:0")).open(OpenMode.SHARED);
        ViewServer server =
            ViewServer.builder()
                .pause(Duration.ofMillis(50))
                .tab(
                    LiveCards.tab(
                        () -> List.of(backplane.find(DeviceSelector.parse("softcard:0")))))
                .open();
        Browser browser = Browser.at(server.address(), folder)) {
      assertThat(browser.text(".about", "no image")).contains("healthy");
      Program program = card.load(Image.of(VADD));
      browser.text(".part.units", "vadd:vadd_1");
      run(program);
      assertThat(browser.text(".part.units tbody tr td:nth-child(4)", "^1$")).isEqualTo("1");
      assertThat(browser.text("#state", ".")).isEqualTo("live");
      assertThat(browser.count(".part.sensors tbody tr")).isPositive();
      assertThat(browser.address()).doesNotContain("token");
      assertThat(browser.complaints()).isEmpty();
    }
  }

  private static void run(Program program) {
    Kernel vadd = program.kernel("vadd");
    try (Buffer a = vadd.buffer("a", BYTES);
        Buffer b = vadd.buffer("b", BYTES);
        Buffer c = vadd.buffer("c", BYTES)) {
      vadd.start(a, b, c, BYTES / Integer.BYTES).await(LONG);
    }
  }

  @Test
  void filesHaveDrawingsAndTables() throws IOException {
    Path network =
        Files.writeString(
            folder.resolve("network.json"),
            """
            {"format": "backplane-ir", "version": 1, "graphs": {"main": {"attributes": {},
              "nodes": {"in": {"type": "input", "attributes": {"shape": [4], "width": 8, "fraction": 4}},
                "cut": {"type": "relu", "attributes": {}}, "out": {"type": "output", "attributes": {}}},
              "edges": [{"from": "in", "to": "cut", "attributes": {}},
                {"from": "cut", "to": "out", "attributes": {}}]}}}
            """);
    Path trace =
        Files.writeString(
            folder.resolve("time.json"),
            """
            [
            {"name":"process_name","ph":"M","pid":1,"tid":0,"args":{"name":"host"}},
            {"name":"<b>load</b>","cat":"call","ph":"X","ts":10.5,"dur":20,"pid":1,"tid":7,"args":{}},
            """);
    Path coverage =
        Files.writeString(
            folder.resolve("vadd.info"),
            """
            TN:
            SF:vadd.sv
            BRDA:1,0,0,3
            BRDA:1,0,1,0
            DA:1,3
            DA:2,0
            end_of_record
            """);
    Files.writeString(folder.resolve("vadd.sv"), "module <vadd>;\nendmodule\n");
    try (Shown page = new Shown(VADD, network, trace, coverage);
        Browser browser = Browser.at(page.address(), folder)) {
      browser.element(".moving .unit");
      assertThat(browser.count(".moving .bank")).isEqualTo(4);
      assertThat(browser.text("h3", "Kernel vadd")).isNotEmpty();
      browser.element("#tab-network").click();
      browser.element(".moving .layer").click();
      assertThat(browser.text(".chosen-node", "relu")).contains("cut");
      browser.element("#tab-trace").click();
      assertThat(browser.text("main tbody th", "<b>load</b>")).isNotEmpty();
      browser.element("main tbody button").click();
      assertThat(browser.text(".span-detail", "20.00 µs")).isNotEmpty();
      browser.element("#tab-coverage").click();
      assertThat(browser.text(".source .missed", "endmodule")).contains("0");
      assertThat(browser.text(".source .partly", "not taken")).contains("module <vadd>;");
      assertThat(browser.complaints()).isEmpty();
    }
  }

  @Test
  void theAddressOpensThePageInOneBrowserOnly() throws IOException {
    try (Shown page = new Shown(VADD);
        Browser browser = Browser.at(page.address(), folder)) {
      browser.element(".moving .unit");
      assertThat(browser.firstPaint()).isPositive();
      browser.reload();
      browser.element(".moving .unit");
      try (Browser other = Browser.at(page.address(), folder.resolve("other"))) {
        assertThat(other.text("h1", ".")).isEqualTo("Backplane does not show this");
      }
    }
  }
}
