package dev.backplane.runtime.device;

import dev.backplane.api.xrt.Board;

/** Managing a board; a reset that takes compute units away ends the programs. */
final class ManagedBoard extends CheckedBoard {
  ManagedBoard(Handle<Board> handle) {
    super(handle);
  }

  @Override
  public void reset(ResetKind kind) {
    origin.tell("reset", () -> target.reset(kind));
    switch (kind) {
      case KERNEL -> device.programs().endAll();
      case ERT, ECC, SOFT_KERNEL, AIE -> {
        // Compute units stay as they are.
      }
    }
  }
}
