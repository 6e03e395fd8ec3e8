package dev.backplane.capi.door;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Programs that end, whose number another one gets, that execute others or fork, while an AFU with
 * slow answers copies in their memory: nobody else's memory at the same addresses changes.
 */
@Timeout(600)
final class ForeignMemoryTest {
  private static final String SLOW = "{\"faults\": {\"seed\": 7, \"response_percent\": 90}}";
  private static final String PAGED =
      "{\"faults\": {\"seed\": 7, \"response_percent\": 80, \"paged_percent\": 5}}";

  @TempDir static Path programs;
  private static CompiledProgram program = new CompiledProgram(Path.of(""));
  private static CompiledProgram client = new CompiledProgram(Path.of(""));

  @TempDir Path folder;

  @BeforeAll
  static void compile() throws Exception {
    program = CompiledProgram.of(programs, "foreign.c");
    client = CompiledProgram.of(programs, "client.c");
  }

  private void run(String card, String how, int rounds) throws Exception {
    try (ServedCard served = new ServedCard(folder, card)) {
      List<String> said = program.run(served.door(), how, String.valueOf(rounds));
      // To choose the number of a process is for those who may restore processes.
      assumeTrue(!said.equals(List.of("not possible")), "numbers of processes cannot be chosen");
      assertThat(said).containsExactly("%d rounds, 0 touched, 0 failed".formatted(rounds));
      served.awaitContexts(0);
      // Who is left by others has an accelerator that works.
      assertThat(client.run(served.door(), "copy")).contains("copy: 80 0");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"killed", "reused", "executed", "forked"})
  void noByteOfOthersChanges(String how) throws Exception {
    run(SLOW, how, 20);
  }

  @ParameterizedTest
  @ValueSource(strings = {"killed", "executed"})
  void noByteOfOthersChangesWhilePagesTakeTime(String how) throws Exception {
    run(PAGED, how, 12);
  }

  @Tag("nightly")
  @ParameterizedTest
  @ValueSource(strings = {"killed", "reused", "executed", "forked"})
  void noByteOfOthersChangesInManyRounds(String how) throws Exception {
    run(SLOW, how, 1000);
  }
}
