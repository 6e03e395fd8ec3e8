package dev.backplane.xrt.card.holder;

import dev.backplane.api.Diagnosis;
import dev.backplane.api.Events;
import dev.backplane.api.Facet;
import dev.backplane.api.Image;
import dev.backplane.api.Images;
import dev.backplane.api.Management;
import dev.backplane.api.Memory;
import dev.backplane.api.Queues;
import dev.backplane.api.Registers;
import dev.backplane.api.RunAbility;
import dev.backplane.api.board.Clocks;
import dev.backplane.api.board.ErrorLog;
import dev.backplane.api.board.FaultInjection;
import dev.backplane.api.board.Flash;
import dev.backplane.api.board.HotPlug;
import dev.backplane.api.board.Resets;
import dev.backplane.api.board.Sensors;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.api.xrt.Board;
import dev.backplane.api.xrt.Commands;
import dev.backplane.api.xrt.DeviceMemory;
import dev.backplane.api.xrt.UnitReservations;
import dev.backplane.driverkit.CardImages;
import dev.backplane.driverkit.CardProgram;
import dev.backplane.driverkit.queue.SoftwareQueues;
import dev.backplane.xrt.card.board.UserFunction;
import dev.backplane.xrt.card.device.Card;
import dev.backplane.xrt.card.device.CardBus;
import dev.backplane.xrt.card.image.CardImage;
import dev.backplane.xrt.card.memory.HolderMemory;
import dev.backplane.xrt.card.schedule.CardClient;
import dev.backplane.xrt.card.schedule.LoadedImage;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** One holder of a card, with the facets by which it uses the card. Safe for several threads. */
public final class CardSession implements DriverDevice {
  private static final Set<RunAbility> ABILITIES =
      Set.of(RunAbility.CANCEL_QUEUED, RunAbility.CANCEL_RUNNING, RunAbility.LIMIT);

  private final Card card;
  private final CardClient client;
  private final UserFunction board;
  private final SoftwareQueues queues;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final Map<Class<? extends Facet>, Facet> facets;

  /** Opens the facets of a card for a client that has just attached to it. */
  public CardSession(Card card, CardClient client) {
    this.card = card;
    this.client = client;
    queues = new SoftwareQueues(new CardQueues(card, client));
    HolderMemory memory = client.memory();
    board = card.board().open(new BoardHolder(card, client));
    Map<Class<? extends Facet>, Facet> offered = new HashMap<>();
    offered.put(Memory.class, memory);
    offered.put(DeviceMemory.class, memory.addresses());
    offered.put(Images.class, new Slot());
    offered.put(Registers.class, new CardRegisters(card, client));
    offered.put(UnitReservations.class, new CardContexts(card, client));
    offered.put(Commands.class, new CardCommands(card, client));
    offered.put(Queues.class, queues);
    offered.put(Management.class, new CardManagement());
    CardBus bus = card.bus(client);
    offered.put(HotPlug.class, bus);
    offered.put(FaultInjection.class, bus);
    offered.put(Board.class, board);
    offered.put(Sensors.class, board);
    offered.put(Clocks.class, board);
    offered.put(ErrorLog.class, board);
    offered.put(Flash.class, board);
    offered.put(Resets.class, board);
    offered.put(Diagnosis.class, new CardDiagnosis(card, client));
    offered.put(Events.class, new CardEvents(card, client));
    facets = Map.copyOf(offered);
  }

  @Override
  public <F extends Facet> Optional<F> facet(Class<F> type) {
    return Optional.ofNullable(facets.get(type)).map(type::cast);
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      queues.close();
      card.detach(client);
    }
  }

  /** {@return the card, which others share} */
  public Card card() {
    return card;
  }

  private final class Slot extends CardImages<LoadedImage> {
    @Override
    protected LoadedImage place(Image xclbin, boolean force) {
      return card.load(client, xclbin, force);
    }

    @Override
    protected @Nullable LoadedImage placed() {
      return card.loaded(client);
    }

    @Override
    protected CardProgram open(LoadedImage loaded) {
      CardImage image = loaded.image();
      CardProgram program =
          new CardProgram(image.uuid(), image.name(), ABILITIES, loaded.admission()::checkLoaded);
      for (CardImage.KernelPlan plan : image.kernels()) {
        program.add(new CardKernel(card, client, loaded, plan, program));
      }
      return program;
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
      board.reset();
    }
  }
}
