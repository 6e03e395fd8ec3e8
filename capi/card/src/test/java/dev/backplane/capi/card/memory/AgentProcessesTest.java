package dev.backplane.capi.card.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.ffi.NativeLibrary;
import dev.backplane.ffi.WordCalls;
import dev.backplane.rtl.harness.psl.AtomicOperation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The processes of agents: whoever started one waits for it, so none stays as a zombie. */
final class AgentProcessesTest {
  private static final long CHILD_SUBREAPER = 36;

  /** A program that uses an agent and ends. */
  public static final class Program {
    private Program() {}

    /** Has a number changed by an agent. */
    public static void main(String[] arguments) {
      add();
      System.out.print(ProcessHandle.current().children().count());
      if (arguments[0].equals("exit")) {
        System.exit(3);
      }
      if (arguments[0].equals("halt")) {
        Runtime.getRuntime().halt(3);
      }
    }
  }

  @BeforeAll
  static void hasAnAgent() {
    assumeTrue(
        OwnAgent.get().isPresent(), "libbackplane-atomics.so.1 was not built, or not for this CPU");
  }

  private static AtomicAnswer.Status add() {
    try (Arena arena = Arena.ofShared()) {
      MemorySegment number = arena.allocate(8, 8);
      return OwnAgent.get()
          .orElseThrow()
          .ask(
              new AtomicRequest(
                  AtomicOperation.ADD, 8, ByteOrder.nativeOrder(), number.address(), 1, 0))
          .status();
    }
  }

  /** Processes of agents whose parent is this one: their states and numbers. */
  private static List<String> agents() {
    try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
      return processes
          .filter(each -> each.getFileName().toString().matches("\\d+"))
          .map(AgentProcessesTest::status)
          .filter(each -> each.startsWith("atomics ") && each.endsWith(" " + self()))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long self() {
    return ProcessHandle.current().pid();
  }

  /**
   * The name, state, number and parent of a process; nothing if it has ended. Whether it runs or
   * waits is chance, so the state is Z for a zombie and A otherwise.
   */
  private static String status(Path process) {
    try {
      String text = Files.readString(process.resolve("stat"));
      int end = text.lastIndexOf(')');
      String[] fields = text.substring(end + 2).split(" ");
      return "%s %s %s %s"
          .formatted(
              text.substring(text.indexOf('(') + 1, end),
              fields[0].equals("Z") ? "Z" : "A",
              process.getFileName(),
              fields[1]);
    } catch (IOException e) {
      return "";
    }
  }

  @Test
  void anAgentThatHasEndedIsWaitedForWhenTheNextOneStarts() {
    for (int i = 0; i < 3; i++) {
      assertThat(add()).isEqualTo(AtomicAnswer.Status.DONE);
      assertThat(agents()).hasSize(1).allMatch(each -> !each.startsWith("atomics Z"));
      long process = Long.parseLong(agents().getFirst().split(" ")[2]);
      WordCalls.call(NativeLibrary.c().function("kill"), process, 9L);
      assertThat(add()).isEqualTo(AtomicAnswer.Status.IMPOSSIBLE);
    }
    assertThat(add()).isEqualTo(AtomicAnswer.Status.DONE);
    assertThat(agents()).hasSize(1);
  }

  /** Orphans of the program get this process as their parent, which waits for nobody. */
  @Test
  void aProgramThatEndsLeavesNoProcessBehind() throws IOException, InterruptedException {
    assertThat(add()).isEqualTo(AtomicAnswer.Status.DONE);
    List<String> before = agents();
    MemorySegment prctl = NativeLibrary.c().function("prctl");
    WordCalls.call(prctl, CHILD_SUBREAPER, 1L);
    try {
      for (String how : new String[] {"return", "exit", "halt"}) {
        Process program =
            new ProcessBuilder(
                    Path.of(System.getProperty("java.home", ""), "bin", "java").toString(),
                    "--enable-native-access=ALL-UNNAMED",
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    System.getProperty("java.class.path")
                        + ":"
                        + System.getProperty("jdk.module.path", "")
                        + ":target/test-classes",
                    Program.class.getName(),
                    how)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertThat(program.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(program.inputReader().readLine()).isEqualTo("1");
        assertThat(agents()).as(how).isEqualTo(before);
      }
    } finally {
      WordCalls.call(prctl, CHILD_SUBREAPER, 0L);
    }
  }
}
