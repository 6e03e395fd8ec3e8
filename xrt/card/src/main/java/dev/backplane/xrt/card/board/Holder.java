package dev.backplane.xrt.card.board;

/** The operations on a card that its board calls for one of the card's holders. */
public interface Holder {
  /** Throws if the holder has closed the card. */
  void checkOpen();

  /** Brings the card to the state after power-up: runs are cancelled, the image is gone. */
  void resetCard();

  /** Cancels runs and makes compute units anew; the image stays. */
  void resetUnits();

  /** {@return whether the card has an embedded scheduler now} */
  boolean hasScheduler();

  /** Has the embedded scheduler, if there is one, start anew. */
  void resetScheduler();

  /** Lets transactions pass again after the firewall was cleared. */
  void clearFault();
}
