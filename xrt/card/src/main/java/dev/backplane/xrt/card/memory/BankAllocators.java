package dev.backplane.xrt.card.memory;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Bank;
import dev.backplane.api.ErrorCode;
import dev.backplane.xrt.card.memory.RangeAllocator.Taken;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Manages the free memory in the banks of a card. Banks that overlap share it. */
final class BankAllocators {
  private final String card;
  private final List<RangeAllocator> ranges = new ArrayList<>();

  /** All of the banks is free. */
  BankAllocators(String card, List<Bank> banks) {
    this.card = card;
    List<Bank> sorted = banks.stream().sorted(Comparator.comparingLong(Bank::address)).toList();
    for (int i = 0; i < sorted.size(); ) {
      long start = sorted.get(i).address();
      long end = start;
      for (; i < sorted.size() && (end == start || sorted.get(i).address() < end); i++) {
        end = Math.max(end, sorted.get(i).address() + sorted.get(i).size());
      }
      ranges.add(new RangeAllocator(start, end));
    }
  }

  /** Takes the place of a buffer object that is there already. */
  void claim(BufferObject object, long guard) {
    List<Taken> pieces = new ArrayList<>();
    long end = object.address() + object.deviceBytes() + guard;
    ranges.forEach(each -> each.claimFree(object.address(), end, pieces::add));
    object.taken(pieces);
  }

  RangeAllocator of(Bank bank) {
    for (RangeAllocator each : ranges) {
      if (each.start() <= bank.address() && bank.address() < each.end()) {
        return each;
      }
    }
    throw BackplaneException.because(
            ErrorCode.INVALID_ARGUMENT, "bank " + bank.name() + " went with the image before")
        .on(card)
        .remedy("Use the banks of the image that is loaded now")
        .build();
  }

  RangeAllocator.Room room(Bank bank, long guard) {
    return of(bank).room(bank.address(), bank.address() + bank.size(), guard);
  }
}
