package dev.backplane.drivers.xrt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import org.junit.jupiter.api.Test;

/** Who is inside keeps it open, and who was refused was never inside. */
final class GateTest {
  private final BackplaneException refusal = new BackplaneException(ErrorCode.CLOSED, "shut");

  private final Gate gate = new Gate();

  @Test
  void whoeverIsInsideKeepsItOpen() {
    gate.enter(() -> refusal);
    assertThat(gate.shut()).isFalse();
    gate.leave();
    assertThat(gate.shut()).isTrue();
    assertThatThrownBy(() -> gate.enter(() -> refusal)).isSameAs(refusal);
  }

  @Test
  void whoeverIsRefusedIsNotInsideThoughItIsOpenedAgainMeanwhile() {
    assertThat(gate.shut()).isTrue();
    assertThatThrownBy(
            () ->
                gate.enter(
                    () -> {
                      gate.reopen();
                      return refusal;
                    }))
        .isSameAs(refusal);
    // Nobody is inside: it can be shut, and opened, and entered.
    assertThat(gate.shut()).isTrue();
    gate.reopen();
    gate.enter(() -> refusal);
    assertThat(gate.shut()).isFalse();
  }
}
