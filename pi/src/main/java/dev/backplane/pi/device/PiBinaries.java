package dev.backplane.pi.device;

import dev.backplane.api.Binaries;
import dev.backplane.api.binary.BinaryContainer;
import dev.backplane.api.binary.BinarySelection;
import dev.backplane.api.binary.BinaryTargets;
import dev.backplane.api.binary.DeviceBinary;
import java.util.List;

/** The rule of {@code piextDeviceSelectBinary}, with the targets of the driver's own first. */
final class PiBinaries implements Binaries {
  private final BinaryTargets targets;

  PiBinaries(BinaryTargets targets) {
    this.targets = targets;
  }

  @Override
  public BinaryTargets targets() {
    return targets;
  }

  @Override
  public int select(List<DeviceBinary> binaries) {
    return BinarySelection.index(binaries, targets)
        .orElseGet(
            () ->
                // Fails, and says what there is.
                binaries.indexOf(
                    BinarySelection.select(new BinaryContainer("binaries", binaries), targets)));
  }
}
