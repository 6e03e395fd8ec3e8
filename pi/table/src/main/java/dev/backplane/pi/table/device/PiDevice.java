package dev.backplane.pi.table.device;

import dev.backplane.api.Facet;
import dev.backplane.api.ImageMemory;
import dev.backplane.api.Images;
import dev.backplane.api.Memory;
import dev.backplane.api.QueueFlag;
import dev.backplane.api.Queues;
import dev.backplane.api.binary.BinaryTargets;
import dev.backplane.api.pi.Interop;
import dev.backplane.api.pi.Linker;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.pi.table.Pi;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A device behind a dispatch table, opened: the facets of the core, extension and interoperability
 * interface. Each opened device has a context of its own, so that several holders of one device do
 * not meet.
 */
public final class PiDevice implements DriverDevice {
  /** The longest time that closing waits for each of the device's own queues. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final PiContext context;
  private final PiQueue transfers;
  private final PiQueue runs;
  private final PiImages images;
  private final Runnable closing;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final Map<Class<? extends Facet>, Facet> facets = new LinkedHashMap<>();

  private PiDevice(PiContext context, Choice choice) {
    this.context = context;
    closing = choice.closing();
    PiQueues queues = new PiQueues(context);
    transfers = queues.make(Set.of());
    runs = queues.make(Set.of(QueueFlag.PROFILING));
    PiMemory memory = new PiMemory(context, transfers);
    images = new PiImages(context, memory, runs, new Selection(context, choice.targets()));
    facets.put(Images.class, images);
    facets.put(Memory.class, memory);
    facets.put(Queues.class, queues);
    PiImageMemory.of(context, memory).ifPresent(pixels -> facets.put(ImageMemory.class, pixels));
    facets.put(Linker.class, new PiLinker(context, images));
    facets.put(Interop.class, new PiInterop(context, choice.backend(), memory, images));
  }

  /**
   * A driver's description of a device, apart from its handle.
   *
   * @param backend the runtime below, for example {@code opencl}
   * @param targets the device binaries that it takes
   * @param guard the checks before the implementation is given what it did not make
   * @param closing is called once when the device has been closed, for example to release the
   *     handle of a part of a device
   */
  public record Choice(String backend, BinaryTargets targets, CrashGuard guard, Runnable closing) {}

  /**
   * Opens a device.
   *
   * @param pi its table, bound to the trace
   * @param platform the handle of its platform
   * @param device its handle, which stays the driver's
   * @param choice its description
   * @return the device
   * @throws dev.backplane.api.BackplaneException if the plugin makes no context or queue for it
   */
  public static PiDevice open(Pi pi, long platform, long device, Choice choice) {
    PiContext context = PiContext.open(pi, platform, device, choice.guard());
    boolean opened = false;
    try {
      PiDevice made = new PiDevice(context, choice);
      opened = true;
      return made;
    } finally {
      if (!opened) {
        context.close();
      }
    }
  }

  @Override
  public <F extends Facet> Optional<F> facet(Class<F> type) {
    return Optional.ofNullable(facets.get(type)).map(type::cast);
  }

  @Override
  public <E> Optional<E> extension(Class<E> type) {
    return type == Pi.class ? Optional.of(type.cast(context.pi)) : Optional.empty();
  }

  /** The interface cannot end a kernel, which uses memory until it ends by itself. */
  @Override
  public void awaitIdle() {
    context.loose().failSignals();
    context.queues().forEach(PiQueue::drain);
  }

  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    try {
      context.loose().failSignals();
      runs.finish(PATIENCE);
      transfers.finish(PATIENCE);
      images.close();
      runs.close();
      transfers.close();
    } finally {
      try {
        context.close();
      } finally {
        closing.run();
      }
    }
  }
}
