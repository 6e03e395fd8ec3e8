package dev.backplane.xrt.card.holder;

import dev.backplane.api.DeviceEvent;
import dev.backplane.api.EventStream;
import dev.backplane.api.Events;
import dev.backplane.xrt.card.device.Card;
import dev.backplane.xrt.card.schedule.CardClient;
import dev.backplane.xrt.card.schedule.LoadedImage;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The events that a card reports to one of its holders, of every kind. */
final class CardEvents implements Events {
  private final Card card;
  private final CardClient client;

  CardEvents(Card card, CardClient client) {
    this.card = card;
    this.client = client;
  }

  @Override
  public Set<DeviceEvent.Kind> kinds() {
    return EnumSet.allOf(DeviceEvent.Kind.class);
  }

  @Override
  public List<InterruptSource> interrupts() {
    LoadedImage loaded = card.loaded(client);
    return loaded == null ? List.of() : loaded.scheduler().interrupts();
  }

  @Override
  public EventStream subscribe(Set<DeviceEvent.Kind> kinds) {
    card.checkOpen(client);
    return client.events().subscribe(kinds(), kinds);
  }

  @Override
  public EventStream subscribeInterrupt(int number) {
    Set<Integer> numbers =
        interrupts().stream().map(InterruptSource::number).collect(Collectors.toSet());
    return client.events().subscribeInterrupt(numbers, number);
  }
}
