package dev.backplane.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private static final long SECOND = 1_000_000_000;

  private final StringWriter written = new StringWriter();
  private long now;

  private Progress progress(boolean shown) {
    return new Progress(new PrintWriter(written), shown, () -> now);
  }

  /** {@return all that was written, with a bar where the line was erased} */
  private String seen() {
    return written.toString().replace("\r\u001b[K", "|");
  }

  @Test
  void nothingIsWrittenWhereNobodyWatches() {
    try (Progress progress = progress(false)) {
      progress.step("one");
      progress.update("two");
      progress.step("three", 10, "cases");
      progress.done(5);
      now += SECOND;
      progress.tick();
    }
    assertThat(written.toString()).isEmpty();
  }

  @Test
  void theLineIsRewrittenAtMostTenTimesASecondAndGoneAtTheEnd() {
    try (Progress progress = progress(true)) {
      progress.step("first");
      now += 99_000_000;
      progress.update("too soon");
      progress.step("too soon as well");
      now += 1_000_000;
      progress.tick();
      now += 100_000_000;
      progress.tick();
    }
    assertThat(seen()).isEqualTo("|first|too soon as well|");
  }

  @Test
  void aSecondHasTenLinesHoweverMuchIsTold() {
    try (Progress progress = progress(true)) {
      progress.step("running", 1_000, "cases");
      for (int i = 0; i < 1_000; i++) {
        progress.done(i);
        now += 1_000_000;
      }
      assertThat(seen().chars().filter(each -> each == '|').count()).isEqualTo(10);
    }
  }

  @Test
  void nothingIsShownBeforeTheFirstStepHasWords() {
    now = 5_000 * SECOND;
    try (Progress progress = progress(true)) {
      progress.tick();
      progress.step("");
      now += 3 * SECOND;
      progress.tick();
      progress.update("running");
    }
    assertThat(seen()).isEqualTo("|running, 3 s|");
  }

  @Test
  void aStepThatTakesLongSaysHowLong() {
    try (Progress progress = progress(true)) {
      progress.step("elaborating");
      now += 2 * SECOND;
      progress.tick();
      now += 73 * SECOND;
      progress.tick();
      now += 3_600 * SECOND;
      progress.tick();
    }
    assertThat(seen())
        .isEqualTo(
            "|elaborating|elaborating, 2 s|elaborating, 1 min 15 s|elaborating, 1 h 01 min|");
  }

  @Test
  void aKnownAmountHasARateAndARemainingTime() {
    try (Progress progress = progress(true)) {
      progress.step("running", 40, "cases");
      now += SECOND;
      progress.done(3);
      now += 3 * SECOND;
      progress.done(10);
    }
    assertThat(seen())
        .isEqualTo(
            "|running: 0 of 40 cases (0 %)|running: 3 of 40 cases (7 %)"
                + "|running: 10 of 40 cases (25 %), 2.5/s, 12 s left|");
  }

  @Test
  void aLineIsRewrittenOnTerminalsThatEraseOne() {
    assertThat(Console.isRewritten("xterm-256color")).isTrue();
    assertThat(Console.isRewritten("dumb")).isFalse();
    assertThat(Console.isRewritten("")).as("no kind at all").isFalse();
  }

  @Test
  void bytesAreMebibytes() {
    assertThat(
            new ProgressText("writing flash", 8 << 20, 32 << 20, ProgressText.BYTES)
                .line(4 * SECOND))
        .isEqualTo("writing flash: 8.0 of 32.0 MiB (25 %), 2.0 MiB/s, 12 s left");
  }

  @Test
  void aLineIsNoLongerThanATerminalIsWide() {
    try (Progress progress = progress(true)) {
      progress.step("x".repeat(200));
    }
    assertThat(seen()).isEqualTo("|" + "x".repeat(76) + "...|");
  }

  @Test
  void whatElseIsWrittenHasALineOfItsOwn() {
    try (Progress progress = progress(true)) {
      progress.step("running");
      progress.aside(() -> written.write("ok\n"));
      now += SECOND;
      progress.tick();
    }
    assertThat(seen()).isEqualTo("|running|ok\n|running|");
  }

  @Test
  void nothingIsWrittenAfterTheEnd() {
    Progress progress = progress(true);
    progress.close();
    progress.step("late");
    assertThat(written.toString()).isEmpty();
  }
}
