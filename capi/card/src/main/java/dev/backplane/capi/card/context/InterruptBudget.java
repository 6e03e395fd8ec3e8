package dev.backplane.capi.card.context;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;

/**
 * The interrupts of a card, from which contexts take theirs (document, "open"). Safe for use by
 * several threads.
 */
final class InterruptBudget {
  /** The interrupts of the proxy in the processor. */
  private static final int OF_CARD = 2040;

  /** Errors of the card. */
  private static final int KEPT = 1;

  /** Errors of an AFU, and the PSL's own. */
  private static final int KEPT_OF_AFU = 2;

  private final String card;
  private final int most;
  private int taken;

  InterruptBudget(String card, int afus) {
    this.card = card;
    most = OF_CARD - KEPT - KEPT_OF_AFU * afus;
  }

  /** {@return how many there are for contexts} */
  int most() {
    return most;
  }

  /** Takes interrupts for a context. */
  synchronized void take(int count) {
    if (count > most - taken) {
      throw BackplaneException.because(
              ErrorCode.OUT_OF_CONTEXTS,
              "a context wants %d interrupts, and %d of the card's %d are left"
                  .formatted(count, most - taken, most))
          .during("start work")
          .on("card " + card)
          .remedy("Close contexts, or start them with fewer interrupts")
          .build();
    }
    taken += count;
  }

  /** Takes them back. */
  synchronized void giveBack(int count) {
    taken -= count;
  }
}
