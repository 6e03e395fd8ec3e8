package dev.backplane.xrt.card.holder;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.xrt.UnitReservations;
import dev.backplane.xrt.card.device.Card;
import dev.backplane.xrt.card.image.CardImage;
import dev.backplane.xrt.card.schedule.CardClient;
import dev.backplane.xrt.card.schedule.ContextTable;
import dev.backplane.xrt.card.schedule.LoadedImage;
import dev.backplane.xrt.card.schedule.ScheduledRun;
import dev.backplane.xrt.card.unit.ComputeUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** The compute units of a card as one holder has and sees them. */
final class CardContexts implements UnitReservations {
  private final Card card;
  private final CardClient client;

  CardContexts(Card card, CardClient client) {
    this.card = card;
    this.client = client;
  }

  @Override
  public List<Unit> units() {
    LoadedImage loaded = card.loaded(client);
    if (loaded == null) {
      return List.of();
    }
    List<ScheduledRun> inFlight = new ArrayList<>();
    card.clients().forEach(one -> inFlight.addAll(inFlight(one)));
    return loaded.units().stream().map(unit -> describe(loaded, unit, inFlight)).toList();
  }

  private static Unit describe(LoadedImage loaded, ComputeUnit unit, List<ScheduledRun> inFlight) {
    CardImage.Control control = unit.plan().control();
    ContextTable contexts = loaded.contexts();
    return new Unit(
        control.index(),
        unit.plan().name(),
        unit.kernel().name(),
        control.protocol(),
        loaded.hasThread(unit),
        contexts.sharing(control.index()),
        contexts.count(control.index()),
        unit.usage(),
        (int) inFlight.stream().filter(run -> run.isOn(unit)).count());
  }

  @Override
  public List<Client> clients() {
    LoadedImage loaded = card.loaded(client);
    return card.clients().stream()
        .map(
            one ->
                new Client(
                    one.name(),
                    one == client,
                    loaded == null ? List.of() : loaded.contexts().unitsOf(one),
                    card.runs().submitted(one),
                    inFlight(one).size()))
        .toList();
  }

  private List<ScheduledRun> inFlight(CardClient one) {
    return card.runs().of(one).stream().filter(run -> !run.phase().isIdle()).toList();
  }

  @Override
  public Reservation open(int unit, Sharing sharing) {
    LoadedImage loaded = loaded();
    if (unit < 0 || unit >= loaded.units().size()) {
      throw BackplaneException.because(
              ErrorCode.OUT_OF_RANGE,
              "there is no compute unit %d; there are %s"
                  .formatted(unit, loaded.units().stream().map(u -> u.plan().name()).toList()))
          .during("open context")
          .on(card.config().name())
          .build();
    }
    return open(loaded, unit, sharing);
  }

  @Override
  public Reservation openVirtual() {
    return open(loaded(), ContextTable.VIRTUAL, Sharing.SHARED);
  }

  private LoadedImage loaded() {
    LoadedImage loaded = card.loaded(client);
    if (loaded == null) {
      throw BackplaneException.because(ErrorCode.NO_IMAGE, "no image is loaded")
          .during("open context")
          .on(card.config().name())
          .remedy("Load an image first")
          .build();
    }
    return loaded;
  }

  private Reservation open(LoadedImage loaded, int unit, Sharing sharing) {
    return new CardContext(loaded, loaded.openContext(client, unit, sharing));
  }

  /** One that is open. */
  private final class CardContext implements Reservation {
    private final LoadedImage loaded;
    private final ContextTable.Entry entry;
    private final AtomicBoolean closed = new AtomicBoolean();

    CardContext(LoadedImage loaded, ContextTable.Entry entry) {
      this.loaded = loaded;
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
      loaded.contexts().close(entry);
      if (closed.getAndSet(true)) {
        return;
      }
      if (entry.unit() != ContextTable.VIRTUAL && !loaded.contexts().has(client, entry.unit())) {
        abortRunsOn(loaded.units().get(entry.unit()));
      }
    }

    private void abortRunsOn(ComputeUnit unit) {
      for (ScheduledRun run : inFlight(client)) {
        if (run.isOn(unit)) {
          run.cancel();
        }
      }
    }
  }
}
