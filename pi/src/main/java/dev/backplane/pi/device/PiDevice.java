package dev.backplane.pi.device;

import dev.backplane.api.Facet;
import dev.backplane.api.Images;
import dev.backplane.api.Kernels;
import dev.backplane.api.Memory;
import dev.backplane.api.Programs;
import dev.backplane.api.QueueFlag;
import dev.backplane.api.Queues;
import dev.backplane.api.UnifiedMemory;
import dev.backplane.api.binary.BinaryTargets;
import dev.backplane.api.pi.Binaries;
import dev.backplane.api.pi.Interop;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.pi.Pi;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A device behind a dispatch table, opened: the facets of the core, extension and interoperability
 * interface. Each opened device has a context of its own, so that several holders of one device do
 * not meet.
 */
public final class PiDevice implements DriverDevice {
  /** How long closing waits for the queues of the device's own. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Session session;
  private final PiQueue transfers;
  private final PiQueue runs;
  private final PiImages images;
  private final Runnable closing;
  private final Map<Class<? extends Facet>, Facet> facets = new LinkedHashMap<>();

  private PiDevice(Session session, Choice choice) {
    this.session = session;
    closing = choice.closing();
    PiQueues queues = new PiQueues(session);
    transfers = queues.make(Set.of());
    runs = queues.make(Set.of(QueueFlag.PROFILING));
    PiMemory memory = new PiMemory(session, transfers);
    PiPrograms programs = new PiPrograms(session, memory, runs);
    Selection selection = new Selection(session, choice.targets());
    images = new PiImages(programs, runs, selection);
    PiUnifiedMemory unified = new PiUnifiedMemory(session);
    facets.put(Images.class, images);
    facets.put(Kernels.class, images);
    facets.put(Memory.class, memory);
    facets.put(Queues.class, queues);
    facets.put(Programs.class, programs);
    facets.put(Interop.class, new PiInterop(session, choice.backend(), memory, programs));
    facets.put(Binaries.class, new PiBinaries(selection));
    if (!unified.kinds().isEmpty()) {
      facets.put(UnifiedMemory.class, unified);
    }
  }

  /**
   * What a driver knows of a device beside its handle.
   *
   * @param backend the runtime below, for example {@code opencl}
   * @param targets what device binaries it takes
   * @param precautions what is looked at before the implementation is given what is not its own
   * @param closing is called once when the device has been closed, for example to release the
   *     handle of a part of a device
   */
  public record Choice(
      String backend, BinaryTargets targets, Precautions precautions, Runnable closing) {}

  /**
   * Opens a device.
   *
   * @param pi its table, bound to the trace
   * @param platform the handle of its platform
   * @param device its handle, which stays the driver's
   * @param choice what else is known of it
   * @return the device
   * @throws dev.backplane.api.BackplaneException if the plugin makes no context or queue for it
   */
  public static PiDevice open(Pi pi, long platform, long device, Choice choice) {
    Session session = Session.open(pi, platform, device, choice.precautions());
    boolean opened = false;
    try {
      PiDevice made = new PiDevice(session, choice);
      opened = true;
      return made;
    } finally {
      if (!opened) {
        session.close();
      }
    }
  }

  @Override
  public <F extends Facet> Optional<F> facet(Class<F> type) {
    return Optional.ofNullable(facets.get(type)).map(type::cast);
  }

  @Override
  public <E> Optional<E> extension(Class<E> type) {
    return type == Pi.class ? Optional.of(type.cast(session.pi)) : Optional.empty();
  }

  @Override
  public void close() {
    try {
      runs.finish(PATIENCE);
      transfers.finish(PATIENCE);
      images.close();
      runs.close();
      transfers.close();
    } finally {
      try {
        session.close();
      } finally {
        closing.run();
      }
    }
  }
}
