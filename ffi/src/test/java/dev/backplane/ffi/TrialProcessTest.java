package dev.backplane.ffi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrialProcessTest {
  /** Does in a process of its own what a test wants. */
  static final class Trial {
    private Trial() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
      Path report = Path.of(arguments[0]);
      TrialProcess.step(report, "the only step");
      System.out.println("x".repeat(100_000) + " and these words");
      switch (arguments[1]) {
        case "ends" -> TrialProcess.step(report, TrialProcess.DONE);
        case "fails" -> System.exit(3);
        case "crashes" -> RawMemory.getInt(8);
        default -> Thread.sleep(Duration.ofHours(1));
      }
    }
  }

  private static String run(String what, Duration deadline) {
    return TrialProcess.run(Trial.class, List.of(), List.of(what), deadline);
  }

  @Test
  void whatEndsWellHasNothingAgainstIt() {
    assertThat(run("ends", Duration.ofMinutes(1))).isEmpty();
  }

  @Test
  void whatFailsSaysAtWhichStepAndWhatItPrinted() {
    assertThat(run("fails", Duration.ofMinutes(1)))
        .startsWith(
            "in a process of its own it ends the process at 'the only step' with status 3; the last"
                + " it printed: ...x")
        .endsWith("x and these words")
        .hasSizeLessThan(500);
  }

  @Test
  void aCrashSaysTheSignal() {
    assertThat(run("crashes", Duration.ofMinutes(1))).contains("with SIGSEGV in ");
  }

  @Test
  void whatHangsIsEnded() {
    assertThat(run("hangs", Duration.ofSeconds(2)))
        .startsWith("in a process of its own it hangs ")
        .contains(" for more than 2.0 s");
  }
}
