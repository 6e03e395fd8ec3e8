package dev.backplane.nulldriver;

import dev.backplane.api.Events;
import dev.backplane.api.Facet;
import dev.backplane.api.Kernels;
import dev.backplane.api.Management;
import dev.backplane.api.Memory;
import dev.backplane.api.Queues;
import dev.backplane.api.Registers;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.driverkit.queue.SoftwareQueues;
import java.util.Map;
import java.util.Optional;

/** An opened device: the facets it has, each made once. */
final class NullDevice implements DriverDevice {
  private final SoftwareQueues queues;
  private final NullScratch scratch = new NullScratch();
  private final NullEvents events = new NullEvents();
  private final Map<Class<? extends Facet>, Facet> facets;

  NullDevice() {
    NullMemory memory = new NullMemory();
    queues = new SoftwareQueues(new NullQueues(memory));
    NullRegisters registers = new NullRegisters(scratch, events);
    facets =
        Map.of(
            Memory.class,
            memory,
            Registers.class,
            registers,
            Kernels.class,
            new NullKernels(memory),
            Queues.class,
            queues,
            Management.class,
            new NullManagement(registers),
            Events.class,
            events);
  }

  @Override
  public <F extends Facet> Optional<F> facet(Class<F> type) {
    return Optional.ofNullable(facets.get(type)).map(type::cast);
  }

  /** Nothing else to give back: the plugin manager has closed the buffers before. */
  @Override
  public void close() {
    events.close();
    queues.close();
    scratch.close();
  }
}
