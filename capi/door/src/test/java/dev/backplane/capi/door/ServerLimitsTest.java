package dev.backplane.capi.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Programs of libcxl whose server is killed, or has no room for more of them. */
@Timeout(600)
final class ServerLimitsTest {
  private static final int ENOUGH = 1024;

  /** Enough for all contexts of an AFU if they are open, and not if they are attached. */
  private static final int FEW = 640;

  /** More than it takes until each thing that a context takes was the first without one. */
  private static final int ROUNDS = 10;

  /** So many idle clients that not all contexts can be open. */
  private static final int MANY = 120;

  /** One is attached, and all others can be open beside it. */
  private static final List<String> ALL_CONTEXTS =
      List.of("full: ENOSPC", "opened: 510", "old: 1", "again: 1");

  @TempDir Path folder;

  private Path fresh(String name) throws Exception {
    return Files.createDirectory(folder.resolve(name));
  }

  @Test
  void callsOfProgramsEndWithAnErrorWhenTheServerIsKilledInTheMiddle() throws Exception {
    CompiledProgram program = CompiledProgram.of(fresh("program"), "stuck.c");
    String afu = "{\"afu\": \"%s\"}".formatted(StuckAfu.class.getName());
    String card = "{\"afus\": [%s, %s, %s]}".formatted(afu, afu, afu);
    List<Process> all = new ArrayList<>();
    try (ServingProcess server = new ServingProcess(fresh("server"), card, ENOUGH)) {
      all.add(program.start(server.socket(), "/dev/cxl/afu0.0d", "read"));
      all.add(program.start(server.socket(), "/dev/cxl/afu0.1d", "register"));
      List<BufferedReader> said = new ArrayList<>(all.stream().map(Process::inputReader).toList());
      for (BufferedReader each : said) {
        assertThat(each.readLine()).isEqualTo("attached 0");
      }
      assertThat(server.line()).isEqualTo("register");
      all.add(program.start(server.socket(), "/dev/cxl/afu0.2d", "attach"));
      said.add(all.getLast().inputReader());
      assertThat(server.line()).isEqualTo("attach");

      server.kill();

      for (int i = 0; i < all.size(); i++) {
        List<String> lines = said.get(i).lines().toList();
        assertThat(lines.getFirst()).startsWith("libcxl: the server of the cards (process ");
        assertThat(lines.subList(1, lines.size()))
            .containsExactly(
                List.of("read", "register", "attach").get(i) + ": -1 EIO", "afterwards: -1");
        assertThat(all.get(i).waitFor()).isZero();
      }
    } finally {
      all.forEach(Process::destroyForcibly);
    }
  }

  @Test
  void aContextIsFreedWhileTheServerIsStopped() throws Exception {
    CompiledProgram program = CompiledProgram.of(fresh("program"), "client.c");
    try (ServingProcess server = new ServingProcess(fresh("server"), "{}", ENOUGH)) {
      Process freeing = program.start(server.socket(), "free");
      BufferedReader said = freeing.inputReader();
      assertThat(said.readLine()).isEqualTo("attached");
      server.signal("STOP");
      freeing.outputWriter().close();
      assertThat(said.readLine()).matches("libcxl: the server of the cards .* is stopped: .*");
      assertThat(said.readLine()).contains("do not reuse the memory");
      assertThat(said.readLine()).isEqualTo("freed");
      assertThat(freeing.waitFor()).isZero();
      server.signal("CONT");
      awaitNoHolds(server);
      Process copying =
          program.start(server.socket(), List.of(), Map.of("LIBCXL_DEBUG", "1"), "copy");
      assertThat(CompiledProgram.lines(copying)).contains("copy: 80 0");
    }
  }

  @Test
  void aClientOfAStoppedServerIsToldSoAndGoesOnWithIt() throws Exception {
    CompiledProgram program = CompiledProgram.of(fresh("program"), "client.c");
    try (ServingProcess server = new ServingProcess(fresh("server"), "{}", ENOUGH)) {
      server.signal("STOP");
      Process asking = program.start(server.socket(), "copy");
      BufferedReader said = asking.inputReader();
      String line = said.readLine();
      server.signal("CONT");
      assertThat(line).matches("libcxl: .* is stopped: this program waits for it to connect");
      assertThat(said.lines()).contains("copy: 80 0");
    }
  }

  @Test
  void aServerThatRanOutOfDescriptorsGoesOnAndHasAllItsContextsAgain() throws Exception {
    CompiledProgram program = CompiledProgram.of(fresh("program"), "client.c");
    List<SocketChannel> idle = new ArrayList<>();
    try (ServingProcess server = new ServingProcess(fresh("server"), "{}", FEW)) {
      assertThat(program.run(server.socket(), "crowd")).containsExactlyElementsOf(ALL_CONTEXTS);
      Set<String> ends = new TreeSet<>();
      for (int i = 0; i < ROUNDS; i++) {
        // Another thing that a context takes is the first without a descriptor.
        idle.add(SocketChannel.open(UnixDomainSocketAddress.of(server.socket())));
        awaitNoHolds(server);
        ends.addAll(program.run(server.socket(), "started"));
      }
      assertThat(ends).isSubsetOf("attach: ENOMEM", "attach: ENFILE", "open: ENFILE");
      while (idle.size() < MANY) {
        idle.add(SocketChannel.open(UnixDomainSocketAddress.of(server.socket())));
      }
      for (int i = 0; i < 2; i++) {
        awaitNoHolds(server);
        // How many of the idle connections it has taken depends on what it had left at the time.
        assertThat(program.run(server.socket(), "crowd"))
            .contains("old: 1", "again: 1")
            .containsAnyOf("full: ENFILE", "full: ENOSPC");
      }
      for (SocketChannel each : idle) {
        each.close();
      }
      awaitNoHolds(server);
      assertThat(program.run(server.socket(), "crowd")).containsExactlyElementsOf(ALL_CONTEXTS);
      awaitNoHolds(server);
      assertThat(program.run(server.socket(), "copy")).contains("copy: 80 0");
    }
  }

  /** The server ends the contexts of a program a moment after the program. */
  private static void awaitNoHolds(ServingProcess server) throws Exception {
    while (server.holds() > 0) {
      Thread.sleep(5);
    }
  }
}
