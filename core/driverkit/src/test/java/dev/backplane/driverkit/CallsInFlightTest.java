package dev.backplane.driverkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class CallsInFlightTest {
  private static final Duration LONG = Duration.ofMinutes(1);

  private final CallsInFlight calls =
      new CallsInFlight(operation -> new BackplaneException(ErrorCode.CLOSED, operation));

  @Test
  void noneBeginsAfterClosing() {
    calls.close();
    assertThatThrownBy(() -> calls.begin("open"))
        .isInstanceOfSatisfying(
            BackplaneException.class, error -> assertThat(error.problem()).isEqualTo("open"));
    assertThat(calls.number()).isZero();
    assertThat(calls.awaitEnd(LONG)).isTrue();
  }

  @Test
  void thoseThatHadBegunAreAwaited() throws InterruptedException {
    CallsInFlight.Call call = calls.begin("load");
    calls.close();
    assertThat(calls.number()).isEqualTo(1);
    Thread other = Thread.ofVirtual().start(call::close);
    assertThat(calls.awaitEnd(LONG)).isTrue();
    other.join();
  }

  @Test
  void thePatienceEnds() {
    CallsInFlight.Call _ = calls.begin("load");
    calls.close();
    assertThat(calls.awaitEnd(Duration.ofMillis(1))).isFalse();
  }

  @Test
  void anInterruptEndsTheWaitAndIsKept() {
    CallsInFlight.Call _ = calls.begin("load");
    Thread.currentThread().interrupt();
    assertThat(calls.awaitEnd(LONG)).isFalse();
    assertThat(Thread.interrupted()).isTrue();
  }
}
