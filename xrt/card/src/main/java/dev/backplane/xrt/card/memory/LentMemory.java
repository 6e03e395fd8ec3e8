package dev.backplane.xrt.card.memory;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.xrt.DeviceMemory.HostWindow;
import org.jspecify.annotations.Nullable;

/** The memory that a host lends to a card. Changed under the lock of the card's memory. */
final class LentMemory {
  /**
   * A loan of host memory: the holder that lends it, and the window through which it is reached.
   */
  private record Loan(HolderMemory holder, HostWindow window) {}

  private final String card;
  private volatile @Nullable Loan loan;

  LentMemory(String card) {
    this.card = card;
  }

  void lend(HolderMemory holder, HostWindow window) {
    Loan known = loan;
    if (known != null && known.holder() != holder) {
      throw BackplaneException.because(
              ErrorCode.IN_USE, known.holder() + " has lent memory of its host already")
          .during("lend")
          .on(card)
          .remedy("Let one host at a time lend memory to a card")
          .build();
    }
    loan = new Loan(holder, window);
  }

  void leave(HolderMemory holder) {
    Loan known = loan;
    if (known != null && known.holder() == holder) {
      loan = null;
    }
  }

  @Nullable HostWindow window() {
    Loan known = loan;
    return known == null ? null : known.window();
  }
}
