package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.board.ErrorLog;
import org.junit.jupiter.api.Test;

/** The log of errors of a card. */
@Needs(ErrorLog.class)
public abstract class ErrorLogConformance extends Conformance {
  /** A conformance class. */
  protected ErrorLogConformance() {}

  private ErrorLog log() {
    return rig().facet(rig().open(), ErrorLog.class);
  }

  @Test
  void aDeviceThatWasJustOpenedHasNoErrors() {
    assertThat(log().errors()).isEmpty();
  }

  @Test
  void aLogThatWasClearedIsEmptyWhereNothingPersists() {
    ErrorLog log = log();
    log.clearErrors();
    assertThat(log.errors()).isEmpty();
  }
}
