package dev.backplane.xrt.driver;

import dev.backplane.api.Bank;
import dev.backplane.api.Buffer;
import dev.backplane.api.Facet;
import dev.backplane.api.Image;
import dev.backplane.api.Images;
import dev.backplane.api.Memory;
import dev.backplane.api.Placement;
import dev.backplane.api.Queues;
import dev.backplane.api.Registers;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.driverkit.CardImages;
import dev.backplane.driverkit.CardProgram;
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
            Images.class, new Slot(),
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
      LoadedImage fabric = card.fabric();
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

  private final class Slot extends CardImages<LoadedImage> {
    @Override
    protected LoadedImage place(Image xclbin, boolean force) {
      return card.load(xclbin, force);
    }

    @Override
    protected @Nullable LoadedImage placed() {
      return card.fabric();
    }

    /** Its runs have no abilities: the library aborts nothing for C. */
    @Override
    protected CardProgram open(LoadedImage fabric) {
      XrtImage image = fabric.image();
      CardProgram program =
          new CardProgram(image.uuid(), image.name(), Set.of(), fabric::checkLoaded);
      for (KernelContext kernel : fabric.kernels().values()) {
        program.add(new XrtKernel(card, XrtSession.this, fabric, kernel, program));
      }
      return program;
    }
  }
}
