package dev.backplane.xrt.card.schedule;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.driverkit.EventHub;
import dev.backplane.xrt.card.memory.BankedMemory;
import dev.backplane.xrt.card.memory.HolderMemory;

/**
 * A client of the scheduler: one holder of a card, from when it opens the card to when it leaves.
 */
public final class CardClient implements ContextTable.Holder {
  private final String name;
  private final String card;
  private final HolderMemory memory;
  private final EventHub events;

  /** Written under the card's lock. */
  private volatile boolean leaving;

  /** A client that has just opened a card. */
  public CardClient(String name, String card, BankedMemory all, EventHub events) {
    this.name = name;
    this.card = card;
    this.events = events;
    memory = all.open(name, this::closedError);
  }

  @Override
  public String name() {
    return name;
  }

  /** {@return its buffers} */
  public HolderMemory memory() {
    return memory;
  }

  /** {@return what it is told} */
  public EventHub events() {
    return events;
  }

  /** It starts nothing any more; called under the card's lock. */
  public void leave() {
    leaving = true;
  }

  public boolean isLeaving() {
    return leaving;
  }

  /** Throws if it has left; final only under the card's lock. */
  public void checkOpen() {
    if (leaving) {
      throw closedError();
    }
  }

  public BackplaneException closedError() {
    return BackplaneException.because(ErrorCode.CLOSED, "the device was closed")
        .on(card)
        .remedy("Open it again")
        .build();
  }
}
