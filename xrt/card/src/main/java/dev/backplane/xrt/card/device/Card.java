package dev.backplane.xrt.card.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Image;
import dev.backplane.api.Management;
import dev.backplane.api.spi.CallTrace.Track;
import dev.backplane.xrt.card.board.Activity;
import dev.backplane.xrt.card.board.BoardTime;
import dev.backplane.xrt.card.board.CardBoard;
import dev.backplane.xrt.card.board.FirewallPort;
import dev.backplane.xrt.card.config.CardConfig;
import dev.backplane.xrt.card.image.CardImage;
import dev.backplane.xrt.card.image.ImageReader;
import dev.backplane.xrt.card.memory.BankedMemory;
import dev.backplane.xrt.card.schedule.CardClient;
import dev.backplane.xrt.card.schedule.CardHealth;
import dev.backplane.xrt.card.schedule.CardLock;
import dev.backplane.xrt.card.schedule.CardServices;
import dev.backplane.xrt.card.schedule.EventPublisher;
import dev.backplane.xrt.card.schedule.KillClock;
import dev.backplane.xrt.card.schedule.LoadedImage;
import dev.backplane.xrt.card.schedule.MemoryReclaimer;
import dev.backplane.xrt.card.schedule.OpenRuns;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A card under power: from the first client that opens it to the last that closes it. Clients share
 * its image and memory; buffers and runs belong to the client that made them.
 *
 * <p>One lock guards all of it. It is held for bookkeeping only: never while a kernel executes, an
 * image is read or a thread is waited for.
 */
public final class Card {
  private final CardConfig config;
  private final ImageReader reader;
  private final Consumer<Card> powerOff;
  private final CardLock lock = new CardLock();
  private final MemoryReclaimer reclaimer = new MemoryReclaimer(lock);
  private final OpenRuns runs = new OpenRuns();
  private final BankedMemory memory;
  private final CardBoard board;
  private final CardHealth health;
  private final CardServices services;
  private final EventPublisher events;
  private final CardClients clients;
  private final ImageSlot slot;

  /**
   * A card that is turned on.
   *
   * @param killClock what ends executions whose time is up
   * @param tracks gives what takes the times of a compute unit, from its name
   * @param powerOff told when the last client has left
   */
  public Card(
      CardConfig config,
      ImageReader reader,
      KillClock killClock,
      Function<String, Optional<Track>> tracks,
      Consumer<Card> powerOff) {
    this.config = config;
    this.reader = reader;
    this.powerOff = powerOff;
    slot = new ImageSlot(config.name());
    memory = new BankedMemory(config.name(), config.memory(), config.banks(), this::free);
    events = new EventPublisher(config.name(), lock, this::awaited);
    clients = new CardClients(config.name(), memory, events);
    board =
        new CardBoard(
            config.name(),
            config.platform(),
            config.board(),
            this::activity,
            BoardTime.SYSTEM,
            events::publish);
    health = new CardHealth(config.name(), board);
    services =
        new CardServices(config, lock, health, memory, reclaimer, runs, killClock, events, tracks);
    board.powerOn();
  }

  public CardConfig config() {
    return config;
  }

  public CardBoard board() {
    return board;
  }

  public BankedMemory memory() {
    return memory;
  }

  public OpenRuns runs() {
    return runs;
  }

  public CardLock lock() {
    return lock;
  }

  /** Adds a client, unless the last one has just left. */
  public @Nullable CardClient attach() {
    lock.lock();
    try {
      return clients.attach();
    } finally {
      lock.unlock();
    }
  }

  /** Takes all away that a client has; the last one turns the card off. */
  public void detach(CardClient client) {
    LoadedImage current;
    boolean last;
    lock.lock();
    try {
      last = clients.detach(client);
      current = slot.loaded();
      if (last) {
        slot.empty();
      }
    } finally {
      lock.unlock();
    }
    List<String> stuck = List.of();
    if (current != null) {
      stuck = last ? current.stop() : current.cancelAll(client);
      current.releaseAll(client);
      if (!last) {
        current.left(client);
      }
    }
    client.memory().leave();
    events.detach(client.events());
    runs.forget(client);
    if (last) {
      board.powerOff();
      powerOff.accept(this);
    }
    if (!stuck.isEmpty()) {
      throw stuckError("close", stuck);
    }
  }

  /** Stops the card, because memory that a unit may still use is not freed. */
  private BackplaneException stuckError(String operation, List<String> stuck) {
    BackplaneException error = CardErrors.stuck(config.name(), operation, stuck);
    lock.lock();
    try {
      health.faulted(FirewallPort.EXECUTION, error);
    } finally {
      lock.unlock();
    }
    return error;
  }

  /** Frees device memory when what executes now does not any more. */
  private void free(Runnable freeing) {
    reclaimer.freeWhenUnused(
        freeing,
        () -> {
          LoadedImage current = slot.loaded();
          return current == null ? List.of() : current.executingNow();
        });
  }

  /**
   * Replaces the image, unless it is the one that is loaded and the client does not insist. All of
   * the new one is checked and made before the old one is touched.
   */
  public LoadedImage load(CardClient client, Image image, boolean force) {
    return board.load(() -> program(client, image, force));
  }

  private LoadedImage program(CardClient client, Image image, boolean force) {
    ImageReader.Candidate candidate = reader.open(image, config);
    if (candidate.signature().warning()) {
      String text = image.name() + ": " + candidate.signature().text();
      board.remark("image", text);
      System.getLogger(Card.class.getName())
          .log(System.Logger.Level.WARNING, "card " + config.name() + ", image " + text);
    }
    LoadedImage same = force ? null : loadedAs(client, candidate.uuid());
    if (same != null) {
      return same;
    }
    CardImage plan = candidate.read();
    LoadedImage next = new LoadedImage(plan, services);
    LoadedImage before = beginChange(client, "load", true);
    List<String> stuck = stop(before);
    lock.lock();
    try {
      slot.endChange();
      if (!stuck.isEmpty()) {
        throw stuckError("load", stuck);
      }
      client.checkOpen();
      memory.lay(plan.banks().isEmpty() ? config.banks() : plan.banks());
      slot.fill(next, candidate.signature());
      board.loaded(plan.clocks());
      return next;
    } finally {
      lock.unlock();
    }
  }

  /** {@return what is loaded if it has that identity, or null} */
  private @Nullable LoadedImage loadedAs(CardClient client, UUID uuid) {
    lock.lock();
    try {
      client.checkOpen();
      health.check();
      return slot.identified(uuid);
    } finally {
      lock.unlock();
    }
  }

  /** Back to power-up, buffers apart. */
  public void reset(CardClient client) {
    LoadedImage before = beginChange(client, "reset", false);
    List<String> stuck = stop(before);
    lock.lock();
    try {
      slot.endChange();
      memory.lay(config.banks());
      board.loaded(List.of());
      if (!stuck.isEmpty()) {
        board.abandoned(CardErrors.stuck(config.name(), "reset", stuck));
      }
      health.clear();
    } finally {
      lock.unlock();
    }
  }

  /** Compute units anew; the image stays, and so does the card when one of them hangs for ever. */
  public void resetUnits(CardClient client) {
    LoadedImage before = beginChange(client, "reset kernel", false);
    List<String> stuck = stop(before);
    Optional<LoadedImage> next =
        duringChange(
            () -> Optional.ofNullable(before).map(one -> new LoadedImage(one.image(), services)));
    lock.lock();
    try {
      slot.endChange();
      if (!stuck.isEmpty()) {
        board.abandoned(CardErrors.stuck(config.name(), "reset kernel", stuck));
      }
      health.clear();
      client.checkOpen();
      next.ifPresent(one -> one.admission().faultCleared());
      slot.refill(next.orElse(null));
    } finally {
      lock.unlock();
    }
  }

  /** Starts the firmware of the embedded scheduler anew. */
  public void resetScheduler(CardClient client) {
    LoadedImage current = loaded(client);
    if (current != null) {
      current.resetErt();
    }
  }

  /** The firewall was cleared: transactions pass again. */
  public void clearFault(CardClient client) {
    lock.lock();
    try {
      client.checkOpen();
      health.checkThere();
      health.clear();
      LoadedImage current = slot.loaded();
      if (current != null) {
        current.admission().faultCleared();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Somebody waits for an event: what is loaded may have to go on for it. */
  private void awaited() {
    lock.lock();
    try {
      LoadedImage current = slot.loaded();
      if (current != null) {
        current.awaited();
      }
    } finally {
      lock.unlock();
    }
  }

  /** {@return what has gone on since power-up} */
  private Activity activity() {
    return locked(() -> slot.activity().withHostBytes(memory.moved()));
  }

  private <T extends @Nullable Object> T locked(Supplier<T> look) {
    lock.lock();
    try {
      return look.get();
    } finally {
      lock.unlock();
    }
  }

  private List<String> stop(@Nullable LoadedImage before) {
    return duringChange(() -> before == null ? List.of() : before.stop());
  }

  /** Does a part of a change, which is over if that fails. */
  private <T> T duringChange(Supplier<T> work) {
    boolean done = false;
    try {
      T result = work.get();
      done = true;
      return result;
    } finally {
      if (!done) {
        lock.lock();
        slot.endChange();
        lock.unlock();
      }
    }
  }

  private @Nullable LoadedImage beginChange(CardClient client, String operation, boolean gently) {
    lock.lock();
    try {
      client.checkOpen();
      health.checkThere();
      if (gently) {
        health.check();
      }
      return slot.beginChange(operation, gently);
    } finally {
      lock.unlock();
    }
  }

  /** {@return what is loaded, or null} */
  public @Nullable LoadedImage loaded(CardClient client) {
    return locked(
        () -> {
          client.checkOpen();
          return slot.loaded();
        });
  }

  /** Throws if a client has left. */
  public void checkOpen(CardClient client) {
    locked(
        () -> {
          client.checkOpen();
          return true;
        });
  }

  /** {@return the bus that it is on, for a client} */
  public CardBus bus(CardClient client) {
    return new CardBus(this, client, slot, health);
  }

  /** {@return the clients, in the order in which they came} */
  public List<CardClient> clients() {
    return locked(clients::all);
  }

  public Management.Health health() {
    return locked(() -> health.isHealthy() ? Management.Health.HEALTHY : Management.Health.FAULTED);
  }

  /** {@return the kernels of the image that is loaded} */
  public List<String> kernels() {
    LoadedImage current = locked(slot::loaded);
    return current == null ? List.of() : current.image().kernelNames();
  }

  /** {@return the state of the card, line by line} */
  public Map<String, String> report() {
    return locked(
        () -> {
          CardReport report = new CardReport(config, health.fault());
          report.image(slot.loaded(), slot.signature().text());
          return report.with(memory);
        });
  }
}
