package dev.backplane.driverkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class WaitLimitTest {
  @Test
  void noTimeIsOverAtOnce() {
    WaitLimit limit = WaitLimit.of(Duration.ZERO);
    assertThat(limit.isOver()).isTrue();
    assertThat(limit.left()).isZero();
    assertThatThrownBy(() -> limit.check("run of kernel k", "Wait longer"))
        .hasMessageContaining("await run of kernel k: has not ended within PT0S; it goes on")
        .isInstanceOfSatisfying(
            BackplaneException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TIMEOUT));
  }

  @Test
  void aLimitBeyondTheClockIsForEver() {
    WaitLimit limit = WaitLimit.of(Duration.ofSeconds(Long.MAX_VALUE));
    assertThat(limit.isOver()).isFalse();
    assertThat(limit.left()).isPositive();
    assertThatCode(() -> limit.check("run", "")).doesNotThrowAnyException();
    assertThat(WaitLimit.of(Duration.ofSeconds(Long.MIN_VALUE)).isOver()).isTrue();
  }

  @Test
  void anInterruptEndsItAndIsKept() {
    Thread.currentThread().interrupt();
    try {
      assertThatThrownBy(() -> WaitLimit.of(Duration.ofDays(1)).check("run", ""))
          .isInstanceOfSatisfying(
              BackplaneException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
    } finally {
      var _ = Thread.interrupted();
    }
  }
}
