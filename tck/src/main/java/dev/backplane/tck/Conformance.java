package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/** What the tests of every concept share: an instance of the driver, new for each test. */
@Timeout(120)
abstract class Conformance {
  private @Nullable Bench bench;

  /** {@return the driver to test; asked for once per test} */
  protected abstract DriverUnderTest driver();

  @BeforeEach
  void start() {
    bench = new Bench(driver());
  }

  @AfterEach
  void finish() throws Exception {
    if (bench != null) {
      bench.close();
      bench = null;
    }
  }

  final Bench bench() {
    if (bench == null) {
      throw new IllegalStateException("no test is running");
    }
    return bench;
  }

  /** Expects an error of a code. */
  static BackplaneException refuses(ErrorCode code, ThrowingCallable call) {
    BackplaneException error = catchThrowableOfType(BackplaneException.class, call);
    assertThat(error).as("an error of code %s", code).isNotNull();
    assertThat(error.code()).as(error.getMessage()).isEqualTo(code);
    return error;
  }
}
