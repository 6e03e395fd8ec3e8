package dev.backplane.drivers.softcard;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Board;
import dev.backplane.api.Commands;
import dev.backplane.api.Contexts;
import dev.backplane.api.DeviceMemory;
import dev.backplane.api.Diagnosis;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Facet;
import dev.backplane.api.Image;
import dev.backplane.api.Images;
import dev.backplane.api.Interrupts;
import dev.backplane.api.LoadOption;
import dev.backplane.api.Management;
import dev.backplane.api.Memory;
import dev.backplane.api.Program;
import dev.backplane.api.Registers;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.drivers.softcard.kds.ContextTable;
import dev.backplane.drivers.softcard.memory.HeldMemory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** One holder of a card. Safe for use by several threads. */
final class CardSession implements DriverDevice, ContextTable.Holder {
  private final Card card;
  private final String name;
  private final CardContexts contexts;

  /** Prepared runs that are open, and others that have not ended. */
  private final Set<CardRun> runs = ConcurrentHashMap.newKeySet();

  /** Executions of runs that are not open any more. */
  private final LongAdder past = new LongAdder();

  private volatile boolean leaving;
  private final HeldMemory memory;
  private final Board board;
  private final Map<Class<? extends Facet>, Facet> facets;

  CardSession(Card card, String name) {
    this.card = card;
    this.name = name;
    contexts = new CardContexts(card, this);
    memory = card.memory().open(name, this::closedError);
    board = card.board().open(new CardHolder(card, this));
    Map<Class<? extends Facet>, Facet> offered = new HashMap<>();
    offered.put(Memory.class, memory);
    offered.put(DeviceMemory.class, memory.addresses());
    offered.put(Images.class, new CardImages());
    offered.put(Registers.class, new CardRegisters(card, this));
    offered.put(Contexts.class, contexts);
    offered.put(Commands.class, new CardCommands(card, this));
    offered.put(Management.class, new CardManagement());
    offered.put(Board.class, board);
    offered.put(Diagnosis.class, new CardDiagnosis(card, this));
    if (card.config().mode().layout().isPresent()) {
      offered.put(Interrupts.class, new CardInterrupts(card, this));
    }
    facets = Map.copyOf(offered);
  }

  @Override
  public <F extends Facet> Optional<F> facet(Class<F> type) {
    return Optional.ofNullable(facets.get(type)).map(type::cast);
  }

  @Override
  public void close() {
    card.detach(this);
  }

  @Override
  public String name() {
    return name;
  }

  /** {@return what it holds} */
  Card card() {
    return card;
  }

  /** Starts nothing any more. */
  void leave() {
    leaving = true;
  }

  boolean isLeaving() {
    return leaving;
  }

  /** {@return whether it holds a unit itself, apart from what its runs need} */
  boolean hasOpened(Fabric fabric, int unit) {
    return contexts.hasOpened(fabric, unit);
  }

  void add(CardRun run) {
    runs.add(run);
  }

  void remove(CardRun run) {
    runs.remove(run);
    past.add(run.submitted());
  }

  Set<CardRun> runs() {
    return runs;
  }

  /** {@return how many executions it has started} */
  long submitted() {
    return past.sum() + runs.stream().mapToLong(CardRun::submitted).sum();
  }

  /** Lets go of all that it holds of an image. */
  void releaseAll(Fabric fabric) {
    runs.forEach(fabric::release);
    fabric.contexts().closeAll(this);
  }

  HeldMemory memory() {
    return memory;
  }

  BackplaneException closedError() {
    return BackplaneException.because(ErrorCode.CLOSED, "the device was closed")
        .on(card.config().name())
        .remedy("Open it again")
        .build();
  }

  private final class CardImages implements Images {
    private @Nullable CardProgram program;

    @Override
    public Program load(Image image, LoadOption... options) {
      boolean force = List.of(options).contains(LoadOption.FORCE);
      return program(card.load(CardSession.this, image, force));
    }

    @Override
    public Optional<Program> loaded() {
      Fabric fabric = card.fabric(CardSession.this);
      return fabric == null ? Optional.empty() : Optional.of(program(fabric));
    }

    /** One object per image, whoever of the holders loaded it. */
    private synchronized Program program(Fabric fabric) {
      CardProgram known = program;
      if (known == null || !known.isOf(fabric)) {
        known = new CardProgram(card, CardSession.this, fabric);
        program = known;
      }
      return known;
    }
  }

  private final class CardManagement implements Management {
    @Override
    public Health health() {
      return card.health();
    }

    @Override
    public Map<String, String> report() {
      return card.report();
    }

    @Override
    public void reset() {
      board.reset(Board.ResetKind.USER);
    }
  }
}
