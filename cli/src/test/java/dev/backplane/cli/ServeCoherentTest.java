package dev.backplane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.doors.capi.CapiDoor;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server of coherent cards that shows them as files, until it is ended. */
@Timeout(600)
final class ServeCoherentTest {
  @TempDir Path folder;

  private Path config() throws Exception {
    return Files.writeString(
        folder.resolve("cards.json"),
        "{\"plugins\": [{\"module\": \"capi\", \"name\": \"cards\"}]}");
  }

  @Test
  void cardsAreFilesWhileTheServerIsThere() throws Exception {
    String name = "test-" + ProcessHandle.current().pid();
    Path shown = folder.resolve("sys");
    Path socket = CapiDoor.socket(ServeCommand.user(System.getenv()), name);
    Interruption interruption = new Interruption();
    StringWriter said = new StringWriter();
    Console console = new Console(new PrintWriter(said, true), new PrintWriter(said, true));
    String[] serve = {
      "serve", "--capi", name, "--sysfs", shown.toString(), "--config", config().toString()
    };
    try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
      Future<Integer> code = threads.submit(() -> Main.run(console, interruption, serve));
      Path mode = shown.resolve("class/cxl/afu0.0/mode");
      while (!said.toString().contains("showing them in") && !code.isDone()) {
        Thread.sleep(5);
      }
      assertThat(mode).as(said.toString()).hasContent("afu_directed");
      assertThat(Files.readSymbolicLink(shown.resolve("dev/cxl/afu0.0s"))).isEqualTo(socket);
      Files.writeString(mode, "none\n");
      while (Files.exists(shown.resolve("dev/cxl/afu0.0s")) && !code.isDone()) {
        Thread.sleep(5);
      }
      interruption.interrupt();
      code.get();
    }
    assertThat(shown).doesNotExist();
    assertThat(socket).doesNotExist();
  }

  @Test
  void aFolderIsShownOfCoherentCardsAlone() throws Exception {
    assertThat(Outcome.of("serve", "--sysfs", "somewhere"))
        .satisfies(
            each -> assertThat(each.code()).isEqualTo(ExitCode.USAGE),
            each -> assertThat(each.err()).contains("--capi"));
    Files.createFile(folder.resolve("something"));
    assertThat(
            Outcome.of(
                "serve",
                "--capi",
                "test-" + ProcessHandle.current().pid(),
                "--sysfs",
                folder.toString(),
                "--config",
                config().toString()))
        .satisfies(
            each -> assertThat(each.code()).isEqualTo(ExitCode.USAGE),
            each -> assertThat(each.err()).contains("it is not empty"));
  }
}
