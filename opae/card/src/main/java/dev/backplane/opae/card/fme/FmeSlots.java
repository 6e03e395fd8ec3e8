package dev.backplane.opae.card.fme;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.board.Slots;
import dev.backplane.opae.abi.Gbs;
import dev.backplane.opae.abi.UserClock;
import dev.backplane.opae.card.afu.AfuLoader;
import dev.backplane.opae.card.device.Card;
import dev.backplane.opae.card.device.UserClocks;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** The slot of a card. */
final class FmeSlots implements Slots {
  private final Card card;

  FmeSlots(Card card) {
    this.card = card;
  }

  static void check(int slot) {
    if (slot != 0) {
      throw BackplaneException.because(
              ErrorCode.OUT_OF_RANGE, "there is no slot %d, only 0".formatted(slot))
          .build();
    }
  }

  @Override
  public int count() {
    return 1;
  }

  @Override
  public UUID interfaceId() {
    return card.config().interfaceId();
  }

  @Override
  public void reconfigure(int slot, Image image, Set<Option> options) {
    check(slot);
    Gbs gbs = AfuLoader.read(image, card.config());
    Optional<UserClock> wanted =
        options.contains(Option.SKIP_USER_CLOCK) ? Optional.empty() : gbs.clocks();
    // Before the slot changes: a clock that cannot be set leaves all as it was.
    wanted.ifPresent(UserClocks::check);
    card.reconfigure(AfuLoader.program(image, gbs, card.config()), options.contains(Option.FORCE));
    wanted.ifPresent(card.clocks()::set);
  }
}
