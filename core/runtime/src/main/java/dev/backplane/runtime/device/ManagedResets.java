package dev.backplane.runtime.device;

import dev.backplane.api.board.Resets;

/** Resets of parts of a card; one that takes compute units away ends the programs. */
final class ManagedResets extends CheckedResets {
  ManagedResets(Handle<Resets> handle) {
    super(handle);
  }

  @Override
  public void reset(Part part) {
    origin.tell("reset", () -> target.reset(part));
    switch (part) {
      case KERNEL -> device.programs().endAll();
      case ERT, ECC, SOFT_KERNEL, AIE -> {
        // Compute units stay as they are.
      }
    }
  }
}
