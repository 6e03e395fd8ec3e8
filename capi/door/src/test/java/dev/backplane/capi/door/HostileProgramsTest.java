package dev.backplane.capi.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Programs of libcxl that ask for what cannot be, or end when nobody expects it. */
@Timeout(600)
final class HostileProgramsTest {
  private static final int MANY = 64;

  @TempDir Path folder;

  @Test
  void argumentsThatNoFunctionCanTakeAreRefusedWithTheNumberOfTheKernel() throws Exception {
    try (ServedCard card = new ServedCard(folder, "{}")) {
      assertThat(CompiledProgram.of(folder, "arguments.c").run(card.door()))
          .hasSize(2)
          .contains("cxl_fprint_event: CXL Read failed")
          .last()
          .asString()
          .endsWith(" calls");
      card.awaitContexts(0);
    }
  }

  @Test
  void oneOfTwoHalvesOfManyProgramsIsKilledAndTheOtherGoesOn() throws Exception {
    CompiledProgram program = CompiledProgram.of(folder, "client.c");
    List<Process> all = new ArrayList<>();
    try (ServedCard card = new ServedCard(folder, "{}")) {
      for (int i = 0; i < MANY; i++) {
        all.add(program.start(card.door(), "busy"));
      }
      List<BufferedReader> said = new ArrayList<>();
      for (Process each : all) {
        said.add(each.inputReader());
        assertThat(said.getLast().readLine()).isEqualTo("busy");
      }
      assertThat(card.contexts()).isEqualTo(MANY);
      for (int i = 0; i < MANY; i += 2) {
        all.get(i).destroyForcibly();
      }
      card.awaitContexts(MANY / 2);
      for (int i = 1; i < MANY; i += 2) {
        all.get(i).outputWriter().close();
      }
      for (int i = 1; i < MANY; i += 2) {
        assertThat(said.get(i).readLine()).isEqualTo("right");
        assertThat(all.get(i).waitFor()).isZero();
      }
      card.awaitContexts(0);
      awaitNoPage();
      assertThat(card.log()).noneMatch(line -> line.contains("failed"));
    } finally {
      all.forEach(Process::destroyForcibly);
    }
  }

  private static void awaitNoPage() throws InterruptedException {
    while (Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().equals("capi-registers"))) {
      Thread.sleep(5);
    }
  }

  @Test
  void aProgramThatJustEndsLeavesNoProcessBehind() throws Exception {
    CompiledProgram program = CompiledProgram.of(folder, "client.c");
    try (ServedCard card = new ServedCard(folder, "{}")) {
      assertThat(program.run(card.door(), "orphan")).containsExactly("no orphan");
      card.awaitContexts(0);
    }
  }

  @Test
  void theOnlyContextIsFreeForWhoComesAfterAProgramThatFreedItOrJustEnded() throws Exception {
    CompiledProgram program = CompiledProgram.of(folder, "client.c");
    String image = Path.of("../../examples/crc32c/crc32c.xclbin").toAbsolutePath().toString();
    String card = "{\"psl\": 8, \"afus\": [{\"image\": \"%s\"}]}".formatted(image);
    try (ServedCard served = new ServedCard(folder, card, "power8")) {
      assertThat(program.run(served.door(), "again")).containsExactly("again: 20");
      for (int i = 0; i < 10; i++) {
        assertThat(program.run(served.door(), "leave")).containsExactly("left");
      }
    }
  }
}
