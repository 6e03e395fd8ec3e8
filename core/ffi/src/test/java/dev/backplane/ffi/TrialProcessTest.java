package dev.backplane.ffi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
class TrialProcessTest {
  /** Does in a process of its own what a test wants. */
  static final class Trial {
    private Trial() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
      TrialSteps steps = TrialSteps.begin();
      if (!arguments[0].equals("idles")) {
        steps.next("the only step");
      }
      System.out.println("x".repeat(100_000) + " and these words");
      switch (arguments[0]) {
        case "ends" -> steps.done();
        case "waits" ->
            Files.writeString(Path.of(arguments[1]), "" + ProcessHandle.current().pid());
        case "fails" -> System.exit(3);
        case "crashes" -> RawMemory.getInt(8);
        default -> {}
      }
      Thread.sleep(Duration.ofHours(1));
    }
  }

  /** Has something tried that never ends. */
  static final class Parent {
    private Parent() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
      String _ =
          TrialProcess.run(
              Trial.class, List.of(), List.of("waits", arguments[0]), Duration.ofHours(1));
    }
  }

  private static String run(String what, Duration deadline)
      throws IOException, InterruptedException {
    return TrialProcess.run(Trial.class, List.of(), List.of(what), deadline);
  }

  @Test
  void aTrialThatEndsWellHasNoObjection() throws Exception {
    assertThat(run("ends", Duration.ofMinutes(1))).isEmpty();
  }

  @Test
  void aFailedTrialNamesItsStepAndShowsItsOutput() throws Exception {
    assertThat(run("fails", Duration.ofMinutes(1)))
        .startsWith(
            "in a process of its own it ends the process at 'the only step' with status 3; the last"
                + " it printed: ...x")
        .endsWith("x and these words")
        .hasSizeLessThan(500);
  }

  @Test
  void aCrashSaysTheSignal() throws Exception {
    assertThat(run("crashes", Duration.ofMinutes(1))).contains("with SIGSEGV in ");
  }

  @Test
  void endsATrialThatHangs() throws Exception {
    assertThat(whenItHasBegun(Duration.ofSeconds(2)))
        .startsWith("in a process of its own it hangs ")
        .containsPattern(" for more than (2|8|32|128).0 s");
  }

  /** On a loaded machine, a process may take seconds to begin. */
  private static String whenItHasBegun(Duration deadline) throws Exception {
    try {
      return run("hangs", deadline);
    } catch (IOException e) {
      if (deadline.toSeconds() > 100) {
        throw e;
      }
      return whenItHasBegun(deadline.multipliedBy(4));
    }
  }

  @Test
  void aTrialThatDoesNotBeginGivesNoVerdict() {
    assertThatThrownBy(() -> run("idles", Duration.ofMillis(1)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("had not begun within 0.001 s");
  }

  @Test
  void anInterruptEndsTheProcessAndIsNoVerdict(@TempDir Path folder) throws Exception {
    Path pid = folder.resolve("pid");
    Thread waiting = Thread.currentThread();
    Thread.startVirtualThread(
        () -> {
          written(pid);
          waiting.interrupt();
        });
    assertThatThrownBy(
            () ->
                TrialProcess.run(
                    Trial.class, List.of(), List.of("waits", pid.toString()), Duration.ofHours(1)))
        .isInstanceOf(InterruptedException.class);
    assertThat(ends(written(pid))).isTrue();
  }

  /** The process ends even if nobody is left who could end it, and no file stays behind. */
  @Test
  void theProcessEndsWithTheOneThatStartedIt(@TempDir Path folder) throws Exception {
    Path pid = folder.resolve("pid");
    Path temporary = Files.createDirectory(folder.resolve("tmp"));
    Process parent =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-Djava.io.tmpdir=" + temporary,
                "-XX:-UsePerfData",
                "-cp",
                place(Parent.class) + ":" + place(TrialProcess.class),
                Parent.class.getName(),
                pid.toString())
            .inheritIO()
            .start();
    try {
      long trial = written(pid);
      parent.destroyForcibly();

      assertThat(ends(trial)).isTrue();
      try (var left = Files.list(temporary)) {
        assertThat(left).isEmpty();
      }
    } finally {
      parent.destroyForcibly();
    }
  }

  private static Path place(Class<?> each) throws URISyntaxException {
    return Path.of(each.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  /** Waits for a process id in a file. */
  private static long written(Path file) {
    while (true) {
      try {
        String text = Files.exists(file) ? Files.readString(file) : "";
        if (!text.isEmpty()) {
          return Long.parseLong(text);
        }
        Thread.sleep(20);
      } catch (IOException | InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Waits for the end of a process that is not necessarily a child of this one. */
  private static boolean ends(long pid) throws InterruptedException {
    while (isRunning(pid)) {
      Thread.sleep(20);
    }
    return true;
  }

  /** One that has ended stays a zombie where the first process of a container collects none. */
  private static boolean isRunning(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      return stat.charAt(stat.lastIndexOf(')') + 2) != 'Z';
    } catch (IOException e) {
      return false;
    }
  }
}
