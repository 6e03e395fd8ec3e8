package dev.backplane.xrt.card.memory;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Bank;
import dev.backplane.api.BankKind;
import dev.backplane.api.ErrorCode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The banks of a card at one time.
 *
 * @param card the name of the card, for messages
 * @param all the banks
 */
record Banks(String card, List<Bank> all) {
  Banks {
    all = List.copyOf(all);
  }

  /** {@return the bank of host memory in which an address lies, or null} */
  @Nullable Bank hostBank(long address) {
    for (Bank bank : all) {
      long inside = address - bank.address();
      if (bank.kind() == BankKind.HOST && inside >= 0 && inside < bank.size()) {
        return bank;
      }
    }
    return null;
  }

  /** {@return the bank in which all of a range lies} */
  Bank around(long address, long bytes) {
    for (Bank bank : all) {
      long inside = address - bank.address();
      if (bytes > 0 && inside >= 0 && bytes <= bank.size() && inside <= bank.size() - bytes) {
        return bank;
      }
    }
    throw BackplaneException.because(
            ErrorCode.OUT_OF_RANGE,
            "%d bytes at 0x%x are not inside one of the banks %s".formatted(bytes, address, all))
        .during("claim")
        .on(card)
        .build();
  }
}
