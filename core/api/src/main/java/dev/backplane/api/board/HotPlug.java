package dev.backplane.api.board;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Facet;
import dev.backplane.api.contract.Operation;

/**
 * The ability of a card to leave its bus, as a surprise to its users, and to come back. While it is
 * removed, work that was under way has failed and new work is refused with {@link
 * ErrorCode#DEVICE_FAULTED} or {@link ErrorCode#NO_SUCH_DEVICE}. Thread-safe.
 */
public interface HotPlug extends Facet {
  /** Takes the card off its bus; one that is removed stays so. */
  @Operation("remove")
  void remove();

  /**
   * Looks for the card on its bus again: it comes back as after power-up. One that is there stays
   * as it is.
   *
   * @throws BackplaneException {@link ErrorCode#DEVICE_FAULTED} if it does not come back
   */
  @Operation("rescan")
  void rescan();
}
