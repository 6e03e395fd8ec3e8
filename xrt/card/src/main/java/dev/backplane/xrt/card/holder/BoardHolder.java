package dev.backplane.xrt.card.holder;

import dev.backplane.xrt.card.board.Holder;
import dev.backplane.xrt.card.device.Card;
import dev.backplane.xrt.card.schedule.CardClient;

/** The card as the board of one of its clients uses it. */
final class BoardHolder implements Holder {
  private final Card card;
  private final CardClient client;

  BoardHolder(Card card, CardClient client) {
    this.card = card;
    this.client = client;
  }

  @Override
  public void checkOpen() {
    card.checkOpen(client);
  }

  @Override
  public void resetCard() {
    card.reset(client);
  }

  @Override
  public void resetUnits() {
    card.resetUnits(client);
  }

  @Override
  public boolean hasScheduler() {
    return card.config().mode().layout().isPresent();
  }

  @Override
  public void resetScheduler() {
    card.resetScheduler(client);
  }

  @Override
  public void clearFault() {
    card.clearFault(client);
  }
}
