package dev.backplane.drivers.softcard;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Contexts;
import dev.backplane.api.ErrorCode;
import dev.backplane.drivers.softcard.kds.ContextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The compute units of a card as one holder has and sees them. */
final class CardContexts implements Contexts {
  private final Card card;
  private final CardSession session;
  private final Set<CardContext> open = ConcurrentHashMap.newKeySet();

  CardContexts(Card card, CardSession session) {
    this.card = card;
    this.session = session;
  }

  /** {@return whether the holder has opened a unit itself} */
  boolean hasOpened(Fabric fabric, int unit) {
    return open.stream()
        .anyMatch(context -> context.fabric == fabric && context.entry.unit() == unit);
  }

  @Override
  public List<Unit> units() {
    Fabric fabric = card.fabric(session);
    if (fabric == null) {
      return List.of();
    }
    List<CardRun> inFlight = new ArrayList<>();
    sessions().forEach(one -> inFlight.addAll(inFlight(one)));
    return fabric.units().stream().map(unit -> describe(fabric, unit, inFlight)).toList();
  }

  private static Unit describe(Fabric fabric, ComputeUnit unit, List<CardRun> inFlight) {
    CardImage.Control control = unit.plan().control();
    ContextTable contexts = fabric.contexts();
    return new Unit(
        control.index(),
        unit.plan().name(),
        unit.kernel().name(),
        control.protocol(),
        unit instanceof ThreadUnit,
        contexts.sharing(control.index()),
        contexts.count(control.index()),
        unit.usage(),
        (int) inFlight.stream().filter(run -> run.isOn(unit)).count());
  }

  @Override
  public List<Client> clients() {
    Fabric fabric = card.fabric(session);
    return sessions().stream()
        .map(
            one ->
                new Client(
                    one.name(),
                    one == session,
                    fabric == null ? List.of() : fabric.contexts().unitsOf(one),
                    one.submitted(),
                    inFlight(one).size()))
        .toList();
  }

  private static List<CardRun> inFlight(CardSession one) {
    return one.runs().stream().filter(run -> !run.phase().isIdle()).toList();
  }

  private List<CardSession> sessions() {
    card.lock().lock();
    try {
      return card.sessions();
    } finally {
      card.lock().unlock();
    }
  }

  @Override
  public Context open(int unit, Sharing sharing) {
    Fabric fabric = loaded();
    if (unit < 0 || unit >= fabric.units().size()) {
      throw BackplaneException.because(
              ErrorCode.OUT_OF_RANGE,
              "there is no compute unit %d; there are %s"
                  .formatted(unit, fabric.units().stream().map(u -> u.plan().name()).toList()))
          .during("open context")
          .on(card.config().name())
          .build();
    }
    return open(fabric, unit, sharing);
  }

  @Override
  public Context openVirtual() {
    return open(loaded(), ContextTable.VIRTUAL, Sharing.SHARED);
  }

  private Fabric loaded() {
    Fabric fabric = card.fabric(session);
    if (fabric == null) {
      throw BackplaneException.because(ErrorCode.NO_IMAGE, "no image is loaded")
          .during("open context")
          .on(card.config().name())
          .remedy("Load an image first")
          .build();
    }
    return fabric;
  }

  private Context open(Fabric fabric, int unit, Sharing sharing) {
    card.lock().lock();
    try {
      // Again, under the lock: it may be gone by now.
      fabric.checkLoaded("context");
      card.checkHeldBy(session);
      CardContext context =
          new CardContext(fabric, fabric.contexts().open(session, unit, sharing, "context"));
      open.add(context);
      return context;
    } finally {
      card.lock().unlock();
    }
  }

  /** One that is open; known by its identity. */
  private final class CardContext implements Context {
    private final Fabric fabric;
    private final ContextTable.Entry entry;

    CardContext(Fabric fabric, ContextTable.Entry entry) {
      this.fabric = fabric;
      this.entry = entry;
    }

    @Override
    public Optional<Integer> unit() {
      return entry.unit() == ContextTable.VIRTUAL ? Optional.empty() : Optional.of(entry.unit());
    }

    @Override
    public Sharing sharing() {
      return entry.sharing();
    }

    @Override
    public void close() {
      fabric.contexts().close(entry);
      if (!open.remove(this)) {
        return;
      }
      if (entry.unit() != ContextTable.VIRTUAL && !fabric.contexts().has(session, entry.unit())) {
        abortRunsOn(fabric.units().get(entry.unit()));
      }
    }

    private void abortRunsOn(ComputeUnit unit) {
      for (CardRun run : inFlight(session)) {
        if (run.isOn(unit)) {
          run.cancel();
        }
      }
    }
  }
}
