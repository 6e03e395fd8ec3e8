package dev.backplane.xrt.card.device;

import dev.backplane.xrt.card.memory.BankedMemory;
import dev.backplane.xrt.card.schedule.CardClient;
import dev.backplane.xrt.card.schedule.EventPublisher;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The clients that have a card open. After the last one has left, no client can open it again.
 * Guarded by the card's lock.
 */
final class CardClients {
  private final String card;
  private final BankedMemory memory;
  private final EventPublisher events;
  private final Set<CardClient> clients = new LinkedHashSet<>();
  private boolean off;
  private int attached;

  CardClients(String card, BankedMemory memory, EventPublisher events) {
    this.card = card;
    this.memory = memory;
    this.events = events;
  }

  /** Adds one, unless the last has left. */
  @Nullable CardClient attach() {
    if (off) {
      return null;
    }
    attached++;
    CardClient client = new CardClient("holder " + attached, card, memory, events.attach());
    clients.add(client);
    return client;
  }

  /** Takes one out. Returns whether it was the last. */
  boolean detach(CardClient client) {
    client.checkOpen();
    clients.remove(client);
    client.leave();
    off = clients.isEmpty();
    return off;
  }

  /** {@return the clients, in the order in which they came} */
  List<CardClient> all() {
    return List.copyOf(clients);
  }
}
