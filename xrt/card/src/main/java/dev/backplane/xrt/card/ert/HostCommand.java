package dev.backplane.xrt.card.ert;

import dev.backplane.xclbin.ert.CommandState;
import dev.backplane.xclbin.ert.Packet;
import org.jspecify.annotations.Nullable;

/**
 * A command that the host puts into the command queue. Its methods do not call the {@link ErtHost}.
 */
public interface HostCommand {
  /** The port of a control command, which goes through slot 0. */
  int CONTROL = -1;

  /** {@return the index of its compute unit's port, or {@link #CONTROL}} */
  int port();

  /** Writes its packet, the header last; called when a slot is free, under the lock. */
  void encode(Packet packet);

  /** It lies in a slot now; called under the lock. */
  default void submitted() {}

  /**
   * Takes what the firmware has written into its slot: an answer, or timestamps; called under the
   * lock.
   */
  default void answered(@SuppressWarnings("unused") Packet slot) {}

  /**
   * It has ended; called once, without the lock.
   *
   * @param state how
   * @param reason what the firmware says if it failed
   */
  void ended(CommandState state, @Nullable RuntimeException reason);
}
