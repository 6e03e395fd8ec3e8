package dev.backplane.xrt.card.ert;

import dev.backplane.xclbin.ert.Abort;
import dev.backplane.xclbin.ert.CommandState;
import dev.backplane.xclbin.ert.Packet;
import org.jspecify.annotations.Nullable;

/** A command of the {@link ErtHost} itself: no client waits for it. */
sealed interface InternalCommand extends HostCommand {
  @Override
  default int port() {
    return CONTROL;
  }

  @Override
  default void ended(CommandState state, @Nullable RuntimeException reason) {
    // No client waits for it.
  }

  /** Stands in a slot that the firmware works on. */
  enum Placeholder implements InternalCommand {
    /** In slot 0 while the queue is configured. */
    CONFIGURATION,
    /** In the slot of a command that was given up: it is not free before the firmware says so. */
    ABANDONED;

    @Override
    public void encode(Packet packet) {
      throw new IllegalStateException(this + " is not encoded");
    }
  }

  /** Tells the firmware to end what is in a slot; that command is told of its end by itself. */
  record AbortSlot(int slot, HostCommand target) implements InternalCommand {
    @Override
    public void encode(Packet packet) {
      Abort.encode(packet, slot);
    }
  }
}
