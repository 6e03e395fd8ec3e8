package dev.backplane.xrt.card.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.board.FaultInjection;
import dev.backplane.api.board.HotPlug;
import dev.backplane.xrt.card.board.FirewallPort;
import dev.backplane.xrt.card.schedule.CardClient;
import dev.backplane.xrt.card.schedule.CardHealth;
import dev.backplane.xrt.card.schedule.CardLock;
import dev.backplane.xrt.card.schedule.LoadedImage;

/**
 * The bus of a card, on which it comes, goes and breaks down, for one of its clients. Safe for use
 * by several threads.
 */
public final class CardBus implements HotPlug, FaultInjection {
  private static final String SOURCE = "bus";

  private final Card card;
  private final CardClient client;
  private final ImageSlot slot;
  private final CardHealth health;
  private final CardLock lock;

  CardBus(Card card, CardClient client, ImageSlot slot, CardHealth health) {
    this.card = card;
    this.client = client;
    this.slot = slot;
    this.health = health;
    lock = card.lock();
  }

  /** Takes the card off the bus. The loaded image and all executions end, as in a reset. */
  @Override
  public void remove() {
    if (isAway()) {
      return;
    }
    card.reset(client);
    lock.lock();
    try {
      health.removed();
    } finally {
      lock.unlock();
    }
    card.board().remark(SOURCE, "the card was removed");
  }

  @Override
  public void rescan() {
    boolean back;
    lock.lock();
    try {
      client.checkOpen();
      back = health.cameBack();
    } finally {
      lock.unlock();
    }
    if (back) {
      card.board().remark(SOURCE, "the card is there again");
    }
  }

  private boolean isAway() {
    lock.lock();
    try {
      client.checkOpen();
      return health.isAway();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void fault(String reason) {
    BackplaneException fault =
        BackplaneException.because(ErrorCode.KERNEL_FAILED, reason)
            .on("card " + card.config().name())
            .build();
    lock.lock();
    try {
      client.checkOpen();
      health.checkThere();
      LoadedImage current = slot.loaded();
      if (current == null) {
        health.faulted(FirewallPort.CONTROL, fault);
      } else {
        current.fault(fault);
      }
    } finally {
      lock.unlock();
    }
  }
}
