package dev.backplane.cli.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.capi.door.CapiDoor;
import dev.backplane.cli.Outcome;
import dev.backplane.cli.command.Console;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Interruption;
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
      Future<Integer> code = threads.submit(() -> Outcome.run(console, interruption, serve));
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

  /** An AFU that only its own folder has, which is no part of the class path. */
  private static final String AFU =
      """
      package own;
      import dev.backplane.capi.card.*;
      import dev.backplane.capi.card.descriptor.*;
      public final class Own implements CapiAfu {
        public AfuDescriptor descriptor() {
          return new AfuDescriptor(1, 1, java.util.Set.of(ProgrammingModel.DEDICATED), true, 0, 0,
              java.util.OptionalLong.empty(), 0, java.util.List.of());
        }
        public long registerBytes() { return 4096; }
        public void connect(PslPort psl) {}
        public void reset() {}
        public void start(long descriptor) {}
        public long read(long offset, int bytes) { return 0; }
        public void write(long offset, int bytes, long value) {}
        public void response(int tag, dev.backplane.rtl.harness.psl.PslResponse response) {}
        public boolean advance() { return false; }
      }
      """;

  @Test
  void classesOfAfusAreFoundWhereTheConfigurationSays() throws Exception {
    Path source = Files.writeString(folder.resolve("Own.java"), AFU);
    Path classes = folder.resolve("classes");
    int failed =
        javax.tools.ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-proc:none",
                "-d",
                classes.toString(),
                "-cp",
                System.getProperty("java.class.path")
                    + java.io.File.pathSeparator
                    + System.getProperty("jdk.module.path", ""),
                source.toString());
    assertThat(failed).isZero();
    String name = "own-" + ProcessHandle.current().pid();
    assertThat(served(name, "\"class_path\": [\"%s\"], ".formatted(classes))).contains("afu0.0d");
    assertThat(served(name, "")).contains("own.Own", "is not on the class path", "'class_path'");
    assertThat(served(name, "\"class_path\": [\"nowhere\"], "))
        .contains("nowhere", "does not exist");
  }

  private String served(String name, String classPath) throws Exception {
    Path config =
        Files.writeString(
            folder.resolve("own.json"),
            """
            {"plugins": [{"module": "capi", "name": "cards", "config":
              {"cards": [{"afus": [{%s"afu": "own.Own"}]}]}}]}
            """
                .formatted(classPath));
    StringWriter said = new StringWriter();
    PrintWriter out = new PrintWriter(said, true);
    Interruption interruption = new Interruption();
    String[] serve = {"serve", "--capi", name, "--config", config.toString()};
    try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
      Future<Integer> code =
          threads.submit(() -> Outcome.run(new Console(out, out), interruption, serve));
      while (!said.toString().matches("(?s).*serving .*(afu|find:).*") && !code.isDone()) {
        Thread.sleep(5);
      }
      interruption.interrupt();
      code.get();
    }
    return said.toString();
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
