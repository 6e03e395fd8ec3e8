package dev.backplane.opae.card.fme;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.opae.Ports;
import dev.backplane.opae.card.device.Card;

/** Gives the accelerator to the physical function or to the virtual one. */
final class FmePorts implements Ports {
  private final Card card;

  FmePorts(Card card) {
    this.card = card;
  }

  @Override
  public int hostInterface(int slot) {
    FmeSlots.check(slot);
    return card.hostInterface();
  }

  @Override
  public void assign(int slot, int hostInterface) {
    FmeSlots.check(slot);
    if (hostInterface < 0 || hostInterface > Card.VIRTUAL_FUNCTIONS) {
      throw BackplaneException.because(
              ErrorCode.OUT_OF_RANGE,
              "there is no host interface %d, only 0 to %d"
                  .formatted(hostInterface, Card.VIRTUAL_FUNCTIONS))
          .during("assign")
          .build();
    }
    card.assign(hostInterface);
  }
}
