package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.ErrorCode;
import dev.backplane.api.Interrupts;
import dev.backplane.api.spi.DriverDevice;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Waiting for messages of the device. */
@Needs(Interrupts.class)
public abstract class InterruptsConformance extends Conformance {
  /** A conformance class. */
  protected InterruptsConformance() {}

  @Test
  void aNumberThatIsNotThereIsOutOfRange() {
    Interrupts interrupts = interrupts();

    refuses(ErrorCode.OUT_OF_RANGE, () -> interrupts.await(-1, Duration.ZERO));
    refuses(ErrorCode.OUT_OF_RANGE, () -> interrupts.await(interrupts.count(), Duration.ZERO));
  }

  @Test
  void waitingForAMessageThatDoesNotComeHasAnEnd() {
    Interrupts interrupts = interrupts();

    assertThat(interrupts.await(0, Duration.ZERO)).isFalse();
    assertThat(interrupts.await(0, Duration.ofMillis(20))).isFalse();
  }

  @Test
  void anInterruptedThreadStopsWaitingAndStaysInterrupted() {
    Interrupts interrupts = interrupts();
    Thread.currentThread().interrupt();
    try {
      refuses(ErrorCode.CANCELLED, () -> interrupts.await(0, Rig.DEADLINE));
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  private Interrupts interrupts() {
    DriverDevice device = rig().open();
    rig().prepare(device);
    return rig().facet(device, Interrupts.class);
  }
}
