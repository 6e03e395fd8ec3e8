package dev.backplane.xrt.card.schedule;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * The runs that the clients of a card have open: those of calls, and others that have not ended.
 * Safe for use by several threads.
 */
public final class OpenRuns {
  /** The runs of one client, and how many executions those had that are not open any more. */
  private record OfClient(Set<ScheduledRun> open, LongAdder past) {}

  private final Map<CardClient, OfClient> clients = new ConcurrentHashMap<>();

  private OfClient client(CardClient client) {
    return clients.computeIfAbsent(
        client, _ -> new OfClient(ConcurrentHashMap.newKeySet(), new LongAdder()));
  }

  void add(ScheduledRun run) {
    client(run.owner()).open.add(run);
  }

  void remove(ScheduledRun run) {
    OfClient client = clients.get(run.owner());
    if (client != null) {
      client.open.remove(run);
      client.past.add(run.submitted());
    }
  }

  /** {@return the runs that a client has open} */
  public Set<ScheduledRun> of(CardClient client) {
    OfClient known = clients.get(client);
    return known == null ? Set.of() : known.open;
  }

  /** {@return how many executions a client has started} */
  public long submitted(CardClient client) {
    OfClient known = clients.get(client);
    return known == null
        ? 0
        : known.past.sum() + known.open.stream().mapToLong(ScheduledRun::submitted).sum();
  }

  /** A client has left, and nothing that it has started is under way. */
  public void forget(CardClient client) {
    clients.remove(client);
  }
}
