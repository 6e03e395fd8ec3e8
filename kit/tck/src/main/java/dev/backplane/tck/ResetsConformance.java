package dev.backplane.tck;

import dev.backplane.api.ErrorCode;
import dev.backplane.api.board.Resets;
import dev.backplane.api.board.Resets.Part;
import dev.backplane.api.spi.DriverDevice;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Resets of parts of a card. */
@Needs(value = Resets.class, kernels = true)
public abstract class ResetsConformance extends Conformance {
  /** A conformance class. */
  protected ResetsConformance() {}

  private Resets resets(DriverDevice device) {
    return rig().facet(device, Resets.class);
  }

  @ParameterizedTest
  @EnumSource(Part.class)
  void aDeviceWorksAfterAResetOfEveryPartThatItHas(Part part) {
    DriverDevice device = rig().open();
    Resets resets = resets(device);
    rig().prepare(device);
    if (resets.parts().contains(part)) {
      resets.reset(part);
    } else {
      refuses(ErrorCode.NOT_SUPPORTED, () -> resets.reset(part));
    }
    TestKernel ready = rig().ready(device);
    ready.start().await(Rig.DEADLINE);

    ready.check();
  }
}
