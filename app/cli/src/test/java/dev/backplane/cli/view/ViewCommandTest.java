package dev.backplane.cli.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.api.BackplaneException;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.Console;
import dev.backplane.cli.command.Interruption;
import dev.backplane.view.ViewServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of which files are shown, what is said of others, and how a page ends. */
class ViewCommandTest {
  @TempDir private Path folder;

  private final StringWriter printed = new StringWriter();

  private CommonOptions common() {
    PrintWriter writer = new PrintWriter(printed, true);
    return new CommonOptions(new Console(writer, writer), new Interruption());
  }

  private Path file(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content);
  }

  private static void refuses(Path file, String... words) {
    assertThatThrownBy(() -> FileTabs.of(List.of(file)))
        .hasMessageContaining(file.toString())
        .hasMessageContainingAll(words);
  }

  @Test
  void whatIsNoFileOfThePageIsRefusedBeforeThereIsOne() throws IOException {
    refuses(folder.resolve("nothing.json"), "there is no such file");
    refuses(folder, "folder");
    refuses(file("notes.txt", "hello"), "no file that the page can show", "an image");
    refuses(file("empty", ""), "no file that the page can show");
    refuses(file("other.json", "{\"a\": 1}"), "no file that the page can show");
  }

  @Test
  void aDamagedFileIsRefusedBeforeThereIsAPage() throws IOException {
    refuses(file("cut.json", "[{\"ph\": \"X\", \"na"), "not JSON");
    refuses(file("events.json", "{\"traceEvents\": [1]}"), "no list of trace events");
    refuses(file("stats.json", "{\"kernel\": \"k\", \"ports\": [{}]}"), "no name or no cycles");
    refuses(file("list.json", "{\"kernel\": \"k\", \"ports\": 1}"), "list of objects");
    refuses(file("cut.info", "SF:a.sv\nDA:1,2\n"), "no whole tracefile");
    refuses(file("wrong.info", "SF:a.sv\nDA:1\nend_of_record\n"), "no count of a line");
    refuses(file("text.info", "SF:a.sv\nDA:1,x\nend_of_record\n"), "no count");
    refuses(
        file("cover.json", "{\"files\": [{\"lines\": 1, \"branches\": []}]}"),
        "no name or no lines");
  }

  @Test
  void aDamagedImageIsRefusedBeforeThereIsAPage() throws IOException {
    Path image = file("bad.xclbin", "xclbin2\0 and nothing");
    assertThatThrownBy(() -> FileTabs.of(List.of(image))).hasMessageContaining("bad.xclbin");
  }

  @Test
  void filesOfOneKindHavePlacesOfTheirOwn() throws IOException {
    Path one = file("a.info", "TN:\nSF:a.sv\nDA:1,2\nend_of_record\n");
    assertThat(FileTabs.of(List.of(one, one)))
        .extracting(tab -> tab.id() + " " + tab.title())
        .containsExactly("coverage a.info", "coverage-2 a.info");
  }

  @Test
  void aPortThatIsTakenIsNamedWithWhatToDo() {
    CommonOptions common = common();
    try (ViewServer first = PageServer.open(ViewServer.builder(), common, "127.0.0.1", 0)) {
      assertThat(printed.toString())
          .contains("view: http://127.0.0.1:" + first.port() + "/?token=");
      assertThatThrownBy(
              () -> PageServer.open(ViewServer.builder(), common, "127.0.0.1", first.port()))
          .isInstanceOf(BackplaneException.class)
          .hasMessageContainingAll("another program has port " + first.port(), "Name another port");
    }
  }

  @Test
  void whatIsNoPlaceIsRefused() {
    assertThatThrownBy(() -> PageServer.open(ViewServer.builder(), common(), "127.0.0.1", 70_000))
        .hasMessageContaining("no such port");
    assertThatThrownBy(() -> PageServer.open(ViewServer.builder(), common(), "no.host.invalid", 0))
        .hasMessageContaining("no host of that name");
  }

  @Test
  void aPageBeyondThisMachineIsWarnedOf() {
    try (ViewServer server = PageServer.open(ViewServer.builder(), common(), "0.0.0.0", 0)) {
      assertThat(server.isForThisMachine()).isFalse();
    }
    assertThat(printed.toString()).contains("beyond this machine").contains("http://localhost:");
  }

  @Test
  void aSignalEndsThePage() throws Exception {
    Interruption interruption = new Interruption();
    CountDownLatch told = new CountDownLatch(1);
    PrintWriter out =
        new PrintWriter(printed) {
          @Override
          public void flush() {
            super.flush();
            if (printed.toString().contains("token=")) {
              told.countDown();
            }
          }
        };
    CommonOptions common =
        new CommonOptions(new Console(out, new PrintWriter(printed)), interruption);
    Path shown = file("a.info", "TN:\nSF:a.sv\nDA:1,2\nend_of_record\n");
    CompletableFuture<Integer> code =
        CompletableFuture.supplyAsync(
            () ->
                new ViewCommand(common)
                    .parser()
                    .registerConverter(Path.class, Path::of)
                    .execute(shown.toString()));
    assertThat(told.await(60, TimeUnit.SECONDS)).isTrue();
    interruption.interrupt();
    assertThat(code.get(60, TimeUnit.SECONDS)).isZero();
  }
}
