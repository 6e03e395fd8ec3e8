package dev.backplane.drivers.xrt;

import dev.backplane.api.Bank;
import dev.backplane.api.Buffer;
import dev.backplane.api.Facet;
import dev.backplane.api.Image;
import dev.backplane.api.Images;
import dev.backplane.api.LoadOption;
import dev.backplane.api.Memory;
import dev.backplane.api.Placement;
import dev.backplane.api.Program;
import dev.backplane.api.Queues;
import dev.backplane.api.Registers;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.driverkit.queue.SoftwareQueues;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** One holder of a card. Safe for use by several threads. */
final class XrtSession implements DriverDevice {
  private final XrtCard card;
  private final SoftwareQueues queues;
  private final Set<XrtCall> calls = ConcurrentHashMap.newKeySet();
  private final Map<Class<? extends Facet>, Facet> facets;

  XrtSession(XrtCard card) {
    this.card = card;
    queues = new SoftwareQueues(new XrtQueues(card, this));
    facets =
        Map.of(
            Memory.class, new CardMemory(),
            Images.class, new CardImages(),
            Queues.class, queues,
            Registers.class, new XrtRegisters(card));
  }

  @Override
  public <F extends Facet> Optional<F> facet(Class<F> type) {
    return Optional.ofNullable(facets.get(type)).map(type::cast);
  }

  void opened(XrtCall call) {
    calls.add(call);
  }

  void closed(XrtCall call) {
    calls.remove(call);
  }

  @Override
  public void close() {
    queues.close();
    calls.forEach(XrtCall::release);
    card.detach(this);
  }

  private final class CardMemory implements Memory {
    @Override
    public List<Bank> banks() {
      XrtFabric fabric = card.fabric();
      return fabric == null ? List.of() : fabric.image().banks();
    }

    @Override
    public Set<Placement.Kind> placements() {
      return CardBuffers.PLACEMENTS;
    }

    @Override
    public Buffer allocate(long bytes, Placement placement) {
      return card.buffers().allocate(XrtSession.this, bytes, placement);
    }
  }

  private final class CardImages implements Images {
    private @Nullable XrtProgram program;

    @Override
    public Program load(Image image, LoadOption... options) {
      return program(card.load(image, List.of(options).contains(LoadOption.FORCE)));
    }

    @Override
    public Optional<Program> loaded() {
      return Optional.ofNullable(card.fabric()).map(this::program);
    }

    /** One object per image, whoever of the holders loaded it. */
    private synchronized Program program(XrtFabric fabric) {
      XrtProgram known = program;
      if (known == null || !known.isOf(fabric)) {
        known = new XrtProgram(card, XrtSession.this, fabric);
        program = known;
      }
      return known;
    }
  }
}
