package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.ErrorCode;
import dev.backplane.api.board.Clock;
import dev.backplane.api.board.Clocks;
import dev.backplane.api.spi.DriverDevice;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Clocks of accelerators. */
@Needs(value = Clocks.class, abilities = Ability.CLOCKS)
public abstract class ClocksConformance extends Conformance {
  /** A conformance class. */
  protected ClocksConformance() {}

  private Clocks clocks() {
    DriverDevice device = rig().open();
    rig().prepare(device);
    return rig().facet(device, Clocks.class);
  }

  private static List<Integer> requested(Clocks clocks) {
    return clocks.clocks().stream().map(Clock::requested).toList();
  }

  @Test
  void theFrequenciesThatAreSetAreThoseThatAreTold() {
    Clocks clocks = clocks();
    List<Integer> before = requested(clocks);
    assertThat(before).as("clocks of the registered image").isNotEmpty().allMatch(each -> each > 0);

    clocks.reclock(before);

    assertThat(requested(clocks)).isEqualTo(before);
  }

  @Test
  void zeroLeavesAClockAsItIs() {
    Clocks clocks = clocks();
    List<Integer> before = requested(clocks);

    clocks.reclock(Collections.nCopies(before.size(), 0));
    clocks.reclock(List.of());

    assertThat(requested(clocks)).isEqualTo(before);
  }

  @Test
  void aClockIsSetWithinItsLimitsOnly() {
    Clocks clocks = clocks();
    Clock clock = clocks.clocks().getFirst();
    if (clock.least().isPresent()) {
      clocks.reclock(List.of(clock.least().getAsInt()));
      assertThat(clocks.clocks().getFirst().requested()).isEqualTo(clock.least().getAsInt());
    }
    List<Integer> before = requested(clocks);

    for (int megahertz : new int[] {-1, clock.most().orElse(1_000_000) + 1, Integer.MAX_VALUE}) {
      refuses(ErrorCode.OUT_OF_RANGE, () -> clocks.reclock(List.of(megahertz)));
    }
    refuses(
        ErrorCode.INVALID_ARGUMENT,
        () -> clocks.reclock(Collections.nCopies(before.size() + 1, clock.requested())));
    assertThat(requested(clocks)).isEqualTo(before);
  }
}
