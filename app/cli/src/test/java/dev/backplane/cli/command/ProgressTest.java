package dev.backplane.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private final StringWriter written = new StringWriter();
  private long now;

  @Test
  void nothingIsWrittenWhereNobodyWatches() {
    try (Progress progress = new Progress(new PrintWriter(written), false, () -> now)) {
      progress.step("one");
      progress.update("two");
    }
    assertThat(written.toString()).isEmpty();
  }

  @Test
  void theLineIsRewrittenAtMostTenTimesASecondAndGoneAtTheEnd() {
    try (Progress progress = new Progress(new PrintWriter(written), true, () -> now)) {
      progress.update("first");
      now += 99_000_000;
      progress.update("too soon");
      now += 1_000_000;
      progress.update("second");
      progress.step("in any case");
    }
    assertThat(written.toString().replace("\r\u001b[K", "|"))
        .isEqualTo("|first|second|in any case|");
  }
}
