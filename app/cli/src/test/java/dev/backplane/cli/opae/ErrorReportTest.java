package dev.backplane.cli.opae;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.opae.ErrorRegisters;
import dev.backplane.cli.report.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Errors that come back, which a software card has none of. */
class ErrorReportTest {
  /** The first register keeps an error that persists, the second is cleared, the third is fixed. */
  private static final class Registers implements ErrorRegisters {
    private final long[] values = {1L << 63, 2, 3};

    @Override
    public List<Description> descriptions() {
      return List.of(
          new Description("stays", true),
          new Description("goes", true),
          new Description("fixed", false));
    }

    @Override
    public long read(int number) {
      return values[number];
    }

    @Override
    public void clear(int number) {
      values[number] &= 1L << 63;
    }

    @Override
    public void clearAll() {
      clear(0);
      clear(1);
    }
  }

  @Test
  void anErrorThatPersistsIsTold() {
    ErrorReport report = new ErrorReport("a/b", new Registers());
    report.clearAll();
    assertThat(report.read().persisting()).containsExactly("stays is 0x8000000000000000");
    assertThat(Json.text(report.describe()))
        .contains("\"before\":\"0x2\",\"value\":\"0x0\"", "\"before\":null,\"value\":\"0x3\"");
  }

  @Test
  void onlyAClearedErrorCanPersist() {
    ErrorReport report = new ErrorReport("a/b", new Registers());
    report.clear("goes");
    assertThat(report.read().persisting()).isEmpty();
  }
}
