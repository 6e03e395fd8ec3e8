package dev.backplane.drivers.softcard;

import dev.backplane.api.Argument;
import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.Management;
import dev.backplane.api.MemoryUsage;
import dev.backplane.api.spi.CallTrace.Track;
import dev.backplane.drivers.softcard.board.Activity;
import dev.backplane.drivers.softcard.board.BoardTime;
import dev.backplane.drivers.softcard.board.CardBoard;
import dev.backplane.drivers.softcard.board.FirewallPort;
import dev.backplane.drivers.softcard.kds.KillClock;
import dev.backplane.drivers.softcard.memory.BankedMemory;
import dev.backplane.drivers.softcard.memory.CardBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A card under power: from the first holder that opens it to the last that closes it. Holders share
 * its image and memory; buffers and runs belong to the holder that made them.
 *
 * <p>One lock guards all of it. It is held for bookkeeping only: never while a kernel executes, an
 * image is read or a thread is waited for.
 */
final class Card {
  private static final UUID NO_IDENTITY = new UUID(0, 0);

  private final CardConfig config;
  private final CardImage.Reader reader;
  private final Function<String, Optional<Track>> tracks;
  private final KillClock killClock;
  private final Consumer<Card> powerOff;
  private final CardLock lock = new CardLock();
  private final BankedMemory memory;
  private final Set<CardSession> sessions = new LinkedHashSet<>();

  /** What executes a run now, of this image and of those before whose units did not stop. */
  private final Set<Object> executing = new HashSet<>();

  /** What frees device memory that an execution may still look at, and which ones may. */
  private final Map<Runnable, Set<Object>> retired = new HashMap<>();

  private final CardBoard board;

  /** What went on on the units of images before. */
  private Activity past = Activity.NONE;

  private @Nullable Fabric fabric;
  private ImageTrust.Remark signature = ImageTrust.Remark.NONE;
  private @Nullable BackplaneException fault;
  private boolean changing;
  private boolean off;
  private int attached;

  /**
   * A card that is turned on.
   *
   * @param killClock what ends executions whose time is up
   * @param tracks gives what takes the times of a compute unit, from its name
   * @param powerOff told when the last holder has left
   */
  Card(
      CardConfig config,
      CardImage.Reader reader,
      KillClock killClock,
      Function<String, Optional<Track>> tracks,
      Consumer<Card> powerOff) {
    this.config = config;
    this.tracks = tracks;
    this.killClock = killClock;
    this.reader = reader;
    this.powerOff = powerOff;
    memory = new BankedMemory(config.name(), config.memory(), config.banks(), this::whenUnused);
    board =
        new CardBoard(
            config.name(), config.platform(), config.board(), this::activity, BoardTime.SYSTEM);
    board.powerOn();
  }

  CardConfig config() {
    return config;
  }

  CardBoard board() {
    return board;
  }

  /** {@return what takes the times of a compute unit, if anybody does} */
  Optional<Track> track(String unit) {
    return tracks.apply(unit);
  }

  KillClock killClock() {
    return killClock;
  }

  BankedMemory memory() {
    return memory;
  }

  /** Adds a holder, unless the last one has just left. */
  @Nullable CardSession attach() {
    lock.lock();
    try {
      if (off) {
        return null;
      }
      attached++;
      CardSession session = new CardSession(this, "holder " + attached);
      sessions.add(session);
      return session;
    } finally {
      lock.unlock();
    }
  }

  /** Takes all away that a holder has; the last one turns the card off. */
  void detach(CardSession session) {
    Fabric loaded;
    boolean last;
    lock.lock();
    try {
      if (!sessions.remove(session)) {
        throw session.closedError();
      }
      session.leave();
      loaded = fabric;
      last = sessions.isEmpty();
      off = last;
      if (last) {
        fabric = null;
      }
    } finally {
      lock.unlock();
    }
    List<String> stuck = List.of();
    if (loaded != null) {
      stuck = last ? loaded.stop() : loaded.cancelAll(session);
      session.releaseAll(loaded);
      if (!last) {
        loaded.left(session);
      }
    }
    session.memory().leave();
    if (last) {
      board.powerOff();
      powerOff.accept(this);
    }
    if (!stuck.isEmpty()) {
      throw stuckError("close", stuck);
    }
  }

  private BackplaneException stuckError(String operation, List<String> stuck) {
    BackplaneException error = stuck(operation, stuck);
    lock.lock();
    try {
      faulted(FirewallPort.EXECUTION, error);
    } finally {
      lock.unlock();
    }
    return error;
  }

  private BackplaneException stuck(String operation, List<String> stuck) {
    return BackplaneException.because(
            ErrorCode.KERNEL_FAILED,
            "%s did not stop within %d s; the memory it may use is not freed"
                .formatted(stuck, Fabric.STOP_DEADLINE.toSeconds()))
        .during(operation)
        .on(config.name())
        .remedy("Let the kernel ask Call.cancelled() and return")
        .build();
  }

  /** Frees device memory when what executes now does not any more. */
  private void whenUnused(Runnable freeing) {
    lock.lock();
    try {
      Set<Object> users = new HashSet<>(executing);
      Fabric loaded = fabric;
      if (loaded != null) {
        users.addAll(loaded.executingNow());
      }
      if (!users.isEmpty()) {
        retired.put(freeing, users);
        return;
      }
    } finally {
      lock.unlock();
    }
    freeing.run();
  }

  // A run begins and ends; called by the fabric, under the lock.

  void began(Object executor) {
    executing.add(executor);
  }

  void ended(Object executor) {
    executing.remove(executor);
    retired
        .entrySet()
        .removeIf(
            entry -> {
              entry.getValue().remove(executor);
              boolean unused = entry.getValue().isEmpty();
              if (unused) {
                lock.afterwards(entry.getKey());
              }
              return unused;
            });
  }

  /** A compute unit did something that the firewall does not let pass. */
  void faulted(FirewallPort port, BackplaneException reason) {
    if (fault == null) {
      fault = reason;
    }
    board.trip(port, reason);
  }

  boolean isHealthy() {
    return fault == null;
  }

  void checkUsable() {
    lock.lock();
    try {
      checkHealthy();
    } finally {
      lock.unlock();
    }
  }

  void checkHealthy() {
    if (fault != null) {
      board.countRefused();
      throw faultedError();
    }
  }

  BackplaneException faultedError() {
    return BackplaneException.because(
            ErrorCode.DEVICE_FAULTED,
            "the card stopped after a fault" + (fault == null ? "" : ": " + fault.problem()))
        .on(config.name())
        .remedy("Reset the card and load the image again")
        .causedBy(fault)
        .build();
  }

  /**
   * Replaces the image, unless it is the one that is loaded and nobody insists. All of the new one
   * is checked and made before the old one is touched.
   */
  Fabric load(CardSession session, Image image, boolean force) {
    return board.load(() -> program(session, image, force));
  }

  private Fabric program(CardSession session, Image image, boolean force) {
    CardImage.Candidate candidate = reader.open(image, config);
    if (candidate.signature().warning()) {
      String text = image.name() + ": " + candidate.signature().text();
      board.remark("image", text);
      System.getLogger(Card.class.getName())
          .log(System.Logger.Level.WARNING, "card " + config.name() + ", image " + text);
    }
    Fabric same = force ? null : loadedAs(session, candidate.uuid());
    if (same != null) {
      return same;
    }
    CardImage plan = candidate.read();
    Fabric next = new Fabric(this, plan, lock);
    Fabric before = beginChange(session, "load", true);
    List<String> stuck = stop(before);
    lock.lock();
    try {
      changing = false;
      if (!stuck.isEmpty()) {
        throw stuckError("load", stuck);
      }
      checkHeldBy(session);
      memory.lay(plan.banks().isEmpty() ? config.banks() : plan.banks());
      fabric = next;
      signature = candidate.signature();
      board.loaded(plan.clocks());
      return next;
    } finally {
      lock.unlock();
    }
  }

  /** {@return what is loaded if it has that identity, or null} */
  private @Nullable Fabric loadedAs(CardSession session, UUID uuid) {
    lock.lock();
    try {
      checkHeldBy(session);
      checkHealthy();
      Fabric loaded = fabric;
      return loaded != null && loaded.image().uuid().equals(uuid) && !uuid.equals(NO_IDENTITY)
          ? loaded
          : null;
    } finally {
      lock.unlock();
    }
  }

  /** Back to power-up, buffers apart. */
  void reset(CardSession session) {
    Fabric before = beginChange(session, "reset", false);
    List<String> stuck = stop(before);
    lock.lock();
    try {
      changing = false;
      memory.lay(config.banks());
      board.loaded(List.of());
      if (!stuck.isEmpty()) {
        board.abandoned(stuck("reset", stuck));
      }
      fault = null;
    } finally {
      lock.unlock();
    }
  }

  /** Compute units anew; the image stays, and so does the card when one of them hangs for ever. */
  void resetUnits(CardSession session) {
    Fabric before = beginChange(session, "reset kernel", false);
    List<String> stuck = stop(before);
    lock.lock();
    try {
      changing = false;
      if (!stuck.isEmpty()) {
        board.abandoned(stuck("reset kernel", stuck));
      }
      fault = null;
      checkHeldBy(session);
      fabric = before == null ? null : new Fabric(this, before.image(), lock);
    } finally {
      lock.unlock();
    }
  }

  /** The firmware of the embedded scheduler anew; says whether the card has one. */
  boolean resetScheduler(CardSession session) {
    Fabric loaded = fabric(session);
    return loaded == null ? config.mode().layout().isPresent() : loaded.resetScheduler();
  }

  /** The firewall was cleared: transactions pass again. */
  void clearFault(CardSession session) {
    lock.lock();
    try {
      checkHeldBy(session);
      fault = null;
      if (fabric != null) {
        fabric.cleared();
      }
    } finally {
      lock.unlock();
    }
  }

  /** {@return what has gone on since power-up} */
  private Activity activity() {
    lock.lock();
    try {
      Fabric loaded = fabric;
      Activity units = loaded == null ? past : past.plus(loaded.activity());
      return units.withHostBytes(memory.moved());
    } finally {
      lock.unlock();
    }
  }

  private List<String> stop(@Nullable Fabric before) {
    try {
      return before == null ? List.of() : before.stop();
    } catch (Throwable e) {
      lock.lock();
      try {
        changing = false;
      } finally {
        lock.unlock();
      }
      throw e;
    }
  }

  private @Nullable Fabric beginChange(CardSession session, String operation, boolean gently) {
    lock.lock();
    try {
      checkHeldBy(session);
      if (gently) {
        checkHealthy();
      }
      Fabric loaded = fabric;
      if (changing || (gently && loaded != null && loaded.isBusy())) {
        throw BackplaneException.because(
                ErrorCode.IN_USE,
                changing ? "another thread loads or resets it" : "a run is in flight")
            .during(operation)
            .on(config.name())
            .remedy("Wait for it to end, or cancel it")
            .build();
      }
      List<String> holders = loaded == null ? List.of() : loaded.contexts().holders();
      if (gently && !holders.isEmpty()) {
        throw BackplaneException.because(
                ErrorCode.IN_USE, "its image is held: " + String.join("; ", holders))
            .during(operation)
            .on(config.name())
            .remedy("Close those contexts and prepared runs")
            .build();
      }
      changing = true;
      fabric = null;
      past = loaded == null ? past : past.plus(loaded.activity()).withoutUnits();
      return loaded;
    } finally {
      lock.unlock();
    }
  }

  /** {@return what is loaded, or null} */
  @Nullable Fabric fabric(CardSession session) {
    lock.lock();
    try {
      checkHeldBy(session);
      return fabric;
    } finally {
      lock.unlock();
    }
  }

  /** {@return whether a holder has not left; called under the lock} */
  boolean isHeldBy(CardSession session) {
    return sessions.contains(session);
  }

  void checkOpen(CardSession session) {
    lock.lock();
    try {
      checkHeldBy(session);
    } finally {
      lock.unlock();
    }
  }

  void checkHeldBy(CardSession session) {
    if (!isHeldBy(session)) {
      throw session.closedError();
    }
  }

  /** {@return a buffer that is passed for an argument, as one of this card} */
  CardBuffer own(Argument argument, Object value) {
    if (value instanceof CardBuffer own && own.owner().memory() == memory) {
      return own;
    }
    throw BackplaneException.because(
            ErrorCode.WRONG_ARGUMENT_TYPE, "the buffer belongs to another device")
        .during("start")
        .on("argument " + argument)
        .remedy("Make the buffer with kernel.buffer(\"" + argument.name() + "\", bytes)")
        .build();
  }

  /** {@return the holders, in the order in which they came; called under the lock} */
  List<CardSession> sessions() {
    return List.copyOf(sessions);
  }

  CardLock lock() {
    return lock;
  }

  Management.Health health() {
    lock.lock();
    try {
      return fault == null ? Management.Health.HEALTHY : Management.Health.FAULTED;
    } finally {
      lock.unlock();
    }
  }

  List<String> kernels() {
    lock.lock();
    try {
      Fabric loaded = fabric;
      return loaded == null
          ? List.of()
          : loaded.image().kernels().stream().map(CardImage.KernelPlan::name).toList();
    } finally {
      lock.unlock();
    }
  }

  Map<String, String> report() {
    Map<String, String> report = new LinkedHashMap<>();
    lock.lock();
    try {
      report.put("engine", config.engine().text());
      report.put("platform", config.platform());
      report.put("fault", fault == null ? "none" : fault.problem());
      Fabric loaded = fabric;
      report.put(
          "image", loaded == null ? "none" : loaded.image().name() + " " + loaded.image().uuid());
      if (loaded != null && !signature.text().isEmpty()) {
        report.put("signature", signature.text());
      }
      CardErt ert = loaded == null ? null : loaded.ert();
      if (ert != null && !ert.scheduler().lastFailure().isEmpty()) {
        report.put("last failed command", ert.scheduler().lastFailure());
      }
      for (ComputeUnit unit : loaded == null ? List.<ComputeUnit>of() : loaded.units()) {
        report.put("unit " + unit.kernel().name() + ":" + unit.plan().name(), unit.statistics());
      }
      for (MemoryUsage.OfBank bank : memory.usage().banks()) {
        report.put(
            "bank " + bank.bank().name(),
            bank.used() + " of " + bank.bank().size() + " bytes in buffers");
      }
      return report;
    } finally {
      lock.unlock();
    }
  }
}
