package dev.backplane.xrt.card;

import static dev.backplane.xrt.card.TestCard.DEADLINE;
import static dev.backplane.xrt.card.TestCard.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.ErrorCode;
import dev.backplane.api.Images;
import dev.backplane.api.Kernel;
import dev.backplane.api.Management;
import dev.backplane.api.Run;
import dev.backplane.api.RunState;
import dev.backplane.api.board.ErrorLog;
import dev.backplane.api.board.FaultInjection;
import dev.backplane.api.board.HotPlug;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Cards that leave their bus and come back, and cards that break down on demand. */
@ParameterizedClass
@ValueSource(strings = {"host", "ert"})
final class RemovedCardTest {
  private final TestCard card;

  RemovedCardTest(String mode) {
    card = new TestCard(TestCard.configInMode(mode));
  }

  @AfterEach
  void close() {
    card.close();
  }

  private Kernel load(String kernel) {
    return card.facet(Images.class).load(TestImages.image()).kernel(kernel);
  }

  @Test
  void aRunEndsWithTheCardAndNothingIsLoadedUntilItComesBack() {
    Kernel spin = load("spin");
    Run run = spin.start(spin.buffer("data", 4));
    HotPlug bus = card.facet(HotPlug.class);
    bus.remove();

    assertThat(run.state().isFinal()).isTrue();
    assertThat(run.state()).isNotEqualTo(RunState.COMPLETED);
    refuses(ErrorCode.DEVICE_FAULTED, () -> load("vadd"));
    refuses(ErrorCode.DEVICE_FAULTED, card.facet(Management.class)::reset);
    assertThat(card.facet(Management.class).health()).isEqualTo(Management.Health.FAULTED);
    assertThat(card.facet(ErrorLog.class).errors())
        .anyMatch(error -> error.text().contains("the card was removed"));

    bus.rescan();

    assertThat(card.facet(Images.class).loaded()).isEmpty();
    Kernel vadd = load("vadd");
    vadd.start(vadd.buffer("a", 4), vadd.buffer("b", 4), vadd.buffer("c", 4), 1).await(DEADLINE);
  }

  @Test
  void aFaultEndsWhatWaitsAndStopsTheCardUntilItsReset() {
    Kernel vadd = load("vadd");
    card.facet(FaultInjection.class).fault("as tried here");

    assertThat(
            refuses(
                ErrorCode.DEVICE_FAULTED,
                () ->
                    vadd.start(vadd.buffer("a", 4), vadd.buffer("b", 4), vadd.buffer("c", 4), 1)
                        .await(DEADLINE)))
        .hasMessageContaining("as tried here");

    card.facet(Management.class).reset();
    Kernel again = load("vadd");
    again
        .start(again.buffer("a", 4), again.buffer("b", 4), again.buffer("c", 4), 1)
        .await(DEADLINE);
  }
}
