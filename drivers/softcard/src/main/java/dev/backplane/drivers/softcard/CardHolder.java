package dev.backplane.drivers.softcard;

import dev.backplane.drivers.softcard.board.Holder;

/** What the board has the card do for one of its holders. */
final class CardHolder implements Holder {
  private final Card card;
  private final CardSession session;

  CardHolder(Card card, CardSession session) {
    this.card = card;
    this.session = session;
  }

  @Override
  public void checkOpen() {
    card.checkOpen(session);
  }

  @Override
  public void resetCard() {
    card.reset(session);
  }

  @Override
  public void resetUnits() {
    card.resetUnits(session);
  }

  @Override
  public boolean resetScheduler() {
    return card.resetScheduler(session);
  }

  @Override
  public void clearFault() {
    card.clearFault(session);
  }
}
