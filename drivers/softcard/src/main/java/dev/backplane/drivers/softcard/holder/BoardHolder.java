package dev.backplane.drivers.softcard.holder;

import dev.backplane.drivers.softcard.board.Holder;
import dev.backplane.drivers.softcard.card.Card;
import dev.backplane.drivers.softcard.schedule.CardClient;

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
