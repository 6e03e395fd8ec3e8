package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.ErrorCode;
import dev.backplane.api.Images;
import dev.backplane.api.Run;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.api.xrt.Board;
import dev.backplane.api.xrt.Board.ResetKind;
import org.junit.jupiter.api.Test;

/** Reset of the compute units while they run. */
@Needs(
    value = {Board.class, Images.class},
    abilities = Ability.ENDLESS_RUNS)
public abstract class UnitResetConformance extends Conformance {
  /** A conformance class. */
  protected UnitResetConformance() {}

  private Board board(DriverDevice device) {
    return rig().facet(device, Board.class);
  }

  @Test
  void aResetOfTheUnitsCancelsWhatRunsAndKeepsTheImage() {
    DriverDevice device = rig().open();
    Board board = board(device);
    Images images = rig().facet(device, Images.class);
    TestCase testCase = rig().subject().endlessCase();
    Run run = rig().ready(device, testCase).start();
    board.reset(ResetKind.KERNEL);

    refuses(ErrorCode.CANCELLED, () -> run.await(Rig.DEADLINE));
    assertThat(images.loaded()).isPresent();
  }
}
