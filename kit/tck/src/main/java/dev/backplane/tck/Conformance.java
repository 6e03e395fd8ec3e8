package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.ClassTemplate;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A suite of tests of one concept. {@link DriverConformance} runs it on its ways to the driver; a
 * suite about something that the driver declared absent is not there at all. Every test has an
 * instance of the driver of its own.
 */
@ClassTemplate
@ExtendWith(ApplicableWays.class)
@Timeout(600)
public abstract class Conformance {
  private @Nullable Rig rig;

  Conformance() {}

  final void start(DriverUnderTest subject, Way way) {
    rig = new Rig(subject, way);
  }

  final void finish() {
    Rig mine = rig;
    rig = null;
    if (mine != null) {
      mine.close();
    }
  }

  final Rig rig() {
    if (rig == null) {
      throw new IllegalStateException("no test is running");
    }
    return rig;
  }

  /** Expects an error of a code. */
  static BackplaneException refuses(ErrorCode code, ThrowingCallable call) {
    BackplaneException error = catchThrowableOfType(BackplaneException.class, call);
    assertThat(error).as("an error of code %s", code).isNotNull();
    assertThat(error.code()).as(error.getMessage()).isEqualTo(code);
    return error;
  }

  /** Closing something that was closed does nothing. */
  static void closedAgain(AutoCloseable closed) {
    assertThatCode(closed::close).as("closing again").doesNotThrowAnyException();
  }
}
