package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.ErrorCode;
import dev.backplane.api.Images;
import dev.backplane.api.Run;
import dev.backplane.api.board.Resets;
import dev.backplane.api.board.Resets.Part;
import dev.backplane.api.spi.DriverDevice;
import org.junit.jupiter.api.Test;

/** Reset of the compute units while they run. */
@Needs(
    value = {Resets.class, Images.class},
    abilities = Ability.ENDLESS_RUNS)
public abstract class UnitResetConformance extends Conformance {
  /** A conformance class. */
  protected UnitResetConformance() {}

  private Resets resets(DriverDevice device) {
    return rig().facet(device, Resets.class);
  }

  @Test
  void aResetOfTheUnitsCancelsWhatRunsAndKeepsTheImage() {
    DriverDevice device = rig().open();
    Resets resets = resets(device);
    Images images = rig().facet(device, Images.class);
    TestCase testCase = rig().subject().endlessCase();
    Run run = rig().ready(device, testCase).start();
    resets.reset(Part.KERNEL);

    refuses(ErrorCode.CANCELLED, () -> run.await(Rig.DEADLINE));
    assertThat(images.loaded()).isPresent();
  }
}
