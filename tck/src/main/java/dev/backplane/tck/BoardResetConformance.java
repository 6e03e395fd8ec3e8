package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.api.xrt.Board;
import dev.backplane.api.xrt.Board.ResetKind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Kinds of reset. */
@Needs(value = Board.class, kernels = true)
public abstract class BoardResetConformance extends Conformance {
  /** A conformance class. */
  protected BoardResetConformance() {}

  private Board board(DriverDevice device) {
    return rig().facet(device, Board.class);
  }

  @ParameterizedTest
  @EnumSource(ResetKind.class)
  void aDeviceWorksAfterAResetOfEveryKindThatItHas(ResetKind kind) {
    DriverDevice device = rig().open();
    Board board = board(device);
    rig().prepare(device);
    try {
      board.reset(kind);
    } catch (BackplaneException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.NOT_SUPPORTED);
    }
    TestKernel ready = rig().ready(device);
    ready.start().await(Rig.DEADLINE);

    ready.check();
  }
}
