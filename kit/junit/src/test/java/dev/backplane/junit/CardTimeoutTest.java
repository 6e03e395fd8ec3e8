package dev.backplane.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Kernel;
import dev.backplane.api.Run;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link CardTimeout} on classes that JUnit executes inside a test. */
final class CardTimeoutTest {
  private static final String SPIN =
      "{\"java_kernels\": {\"vadd\": \"dev.backplane.junit.SpinKernel\"}}";

  @TempDir Path folder;

  private static Run start(Kernel vadd) {
    Buffer room = vadd.buffer("a", 4096);
    return vadd.start(room, room, room, 1);
  }

  @CardTimeout(value = 300, unit = TimeUnit.MILLISECONDS)
  @Card(image = Vadd.IMAGE, config = SPIN)
  static class Waiting {
    @Test
    void waitsForARunThatNeverEnds(Kernel vadd) {
      start(vadd).await(Duration.ofDays(1));
    }
  }

  @Test
  void aTestThatWaitsTooLongIsEndedWithWhatItsCardWasDoing() throws Exception {
    Executed executed = Executed.of(folder, Waiting.class);
    assertThat(executed.failures().getFirst())
        .isInstanceOfSatisfying(
            BackplaneException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TIMEOUT));
    assertThat(executed.failure())
        .contains(
            "BP5009 TIMEOUT: test waitsForARunThatNeverEnds(Kernel): it has not ended within 300"
                + " ms",
            "kernel vadd: started 1 times, 1 in flight",
            "Kernel.start",
            "CardTimeoutTest$Waiting.waitsForARunThatNeverEnds",
            "kept of the card: ");
    // It tells of the card as it was at the deadline.
    assertThat(executed.text("waitsForARunThatNeverEnds_Kernel_/flight-record.txt"))
        .contains("1 in flight");
  }

  @Card(image = Vadd.IMAGE, config = SPIN)
  static class Polling {
    @Test
    @CardTimeout(value = 300, unit = TimeUnit.MILLISECONDS)
    void asksAgainAndAgain(Kernel vadd) {
      Run run = start(vadd);
      while (!run.state().isFinal()) {
        Thread.onSpinWait();
      }
    }

    @Test
    @CardTimeout(value = 300, unit = TimeUnit.MILLISECONDS)
    void waitsForNoCard() throws InterruptedException {
      Thread.sleep(Duration.ofDays(1));
    }
  }

  @Test
  void aTestThatPollsOrSleepsIsEndedToo() {
    Executed executed = Executed.of(folder, Polling.class);
    assertThat(executed.failures())
        .hasSize(2)
        .allSatisfy(problem -> assertThat(problem).hasMessageContaining("BP5009 TIMEOUT"));
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @CardTimeout(value = 1, unit = TimeUnit.HOURS)
  @Card(image = Vadd.IMAGE)
  static class InTime {
    @Test
    void adds(Kernel vadd) {
      assertThat(Vadd.doubled(vadd, 2)).containsExactly(4);
    }

    @Test
    void fails(Kernel vadd) {
      throw new IllegalStateException(vadd.name());
    }
  }

  @Test
  void aTestInTimeIsAsItIsWithoutADeadline() {
    Executed executed = Executed.of(folder, InTime.class);
    assertThat(executed.tests().succeeded().count()).isEqualTo(1);
    assertThat(executed.failures()).singleElement().isInstanceOf(IllegalStateException.class);
  }

  static class NoTime {
    @Test
    @CardTimeout(0)
    void test() {}
  }

  @Test
  void aDeadlineIsMoreThanNothing() {
    assertThat(Executed.of(folder, NoTime.class).failure())
        .contains("@CardTimeout(0): a deadline is more than 0");
  }
}
