package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.ErrorCode;
import dev.backplane.api.Images;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.api.xrt.Board;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Clocks of an image. */
@Needs(
    value = {Board.class, Images.class},
    abilities = Ability.CLOCKS)
public abstract class ClocksConformance extends Conformance {
  /** A conformance class. */
  protected ClocksConformance() {}

  private Board board(DriverDevice device) {
    return rig().facet(device, Board.class);
  }

  @Test
  void aClockIsSetWithinItsLimitsOnly() {
    DriverDevice device = rig().open();
    Board board = board(device);
    rig().prepare(device);
    List<Board.Clock> clocks = board.clocks();
    assertThat(clocks).as("clocks of the registered image").isNotEmpty();
    Board.Clock clock = clocks.getFirst();
    board.reclock(List.of(clock.least()));
    assertThat(board.clocks().getFirst().requested()).isEqualTo(clock.least());

    refuses(ErrorCode.OUT_OF_RANGE, () -> board.reclock(List.of(clock.most() + 1)));
    assertThat(board.clocks().getFirst().requested()).isEqualTo(clock.least());
  }

  @Test
  void clocksAreThoseOfAnImage() {
    DriverDevice device = rig().open();
    Board board = board(device);
    assertThat(board.clocks()).isEmpty();

    refuses(ErrorCode.NO_IMAGE, () -> board.reclock(List.of(100)));
  }
}
