package dev.backplane.runtime;

import static dev.backplane.runtime.Refusal.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.ErrorCode;
import dev.backplane.runtime.fakes.Script;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class SharedBackplaneTest {
  @AfterEach
  void forget() {
    Script.reset();
  }

  @Test
  void thereIsOneUntilItIsClosedAndThenAnother() {
    Backplane first = Backplane.shared();
    assertThat(Backplane.shared()).isSameAs(first);
    first.close();
    Backplane second = Backplane.shared();
    assertThat(second).isNotSameAs(first);
    assertThat(second.plugins()).isNotEmpty();
    second.close();
    refuses(ErrorCode.CLOSED, () -> second.enumerate(List.of()));
  }
}
