package dev.backplane.pi.device;

import dev.backplane.api.binary.BinaryContainer;
import dev.backplane.api.binary.BinaryTargets;
import dev.backplane.api.binary.DeviceBinary;
import dev.backplane.api.pi.Binaries;
import java.util.List;

/** The rule of {@code piextDeviceSelectBinary}, with the targets of the driver's own first. */
final class PiBinaries implements Binaries {
  private final Selection selection;

  PiBinaries(Selection selection) {
    this.selection = selection;
  }

  @Override
  public BinaryTargets targets() {
    return selection.targets();
  }

  @Override
  public int select(List<DeviceBinary> binaries) {
    return selection
        .index(binaries)
        .orElseGet(
            () ->
                // Fails, and says what there is.
                binaries.indexOf(selection.select(new BinaryContainer("binaries", binaries))));
  }
}
