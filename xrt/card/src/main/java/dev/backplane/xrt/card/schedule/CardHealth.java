package dev.backplane.xrt.card.schedule;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.xrt.card.board.CardBoard;
import dev.backplane.xrt.card.board.FirewallPort;
import org.jspecify.annotations.Nullable;

/** The fault that stops a card, if there is one. Guarded by the card's lock. */
public final class CardHealth {
  private final String card;
  private final CardBoard board;
  private @Nullable BackplaneException fault;
  private boolean away;

  /** A card without a fault. */
  public CardHealth(String card, CardBoard board) {
    this.card = card;
    this.board = board;
  }

  /** A compute unit did something that the firewall does not let pass. */
  public void faulted(FirewallPort port, BackplaneException reason) {
    if (fault == null) {
      fault = reason;
    }
    board.trip(port, reason);
  }

  /** {@return the first fault since it was cleared, or null} */
  public @Nullable BackplaneException fault() {
    return fault;
  }

  public boolean isHealthy() {
    return fault == null;
  }

  public void clear() {
    fault = null;
  }

  /** The card is taken off its bus: nothing is done until it comes back. */
  public void removed() {
    fault =
        BackplaneException.because(ErrorCode.DEVICE_FAULTED, "the card was removed")
            .on(card)
            .remedy("Rescan its bus, with the facet HotPlug")
            .build();
    away = true;
  }

  /** {@return whether it has come back just now} */
  public boolean cameBack() {
    boolean before = away;
    away = false;
    if (before) {
      fault = null;
    }
    return before;
  }

  /** {@return whether the card is off its bus} */
  public boolean isAway() {
    return away;
  }

  /** Throws if the card is off its bus. */
  public void checkThere() {
    if (away) {
      throw error();
    }
  }

  /** Throws if the card has stopped, and counts that something was refused. */
  public void check() {
    if (fault != null) {
      board.countRefused();
      throw error();
    }
  }

  /** {@return why nothing is done any more} */
  public BackplaneException error() {
    return BackplaneException.because(
            ErrorCode.DEVICE_FAULTED,
            "the card stopped after a fault" + (fault == null ? "" : ": " + fault.problem()))
        .on(card)
        .remedy("Reset the card and load the image again")
        .causedBy(fault)
        .build();
  }
}
