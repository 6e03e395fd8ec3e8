package dev.backplane.runtime.device;

import dev.backplane.api.Binaries;
import dev.backplane.api.binary.BinaryTargets;
import dev.backplane.api.binary.DeviceBinary;
import java.util.List;

/** The choice among device binaries. */
final class ManagedBinaries implements Binaries {
  private final Binaries target;
  private final Origin origin;

  ManagedBinaries(Binaries target, Origin origin) {
    this.target = target;
    this.origin = origin;
  }

  @Override
  public BinaryTargets targets() {
    return origin.ask("targets", target::targets);
  }

  @Override
  public int select(List<DeviceBinary> binaries) {
    List<DeviceBinary> choice = List.copyOf(binaries);
    return origin.ask("select binary", () -> target.select(choice));
  }
}
