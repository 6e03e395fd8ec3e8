package dev.backplane.xrt.card.schedule;

import dev.backplane.api.spi.CallTrace.Track;
import dev.backplane.rtl.images.StreamTopology;
import dev.backplane.xrt.card.config.CardConfig;
import dev.backplane.xrt.card.image.CardImage;
import dev.backplane.xrt.card.unit.ComputeUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Decides how the compute units of an image execute: in the thread that starts a run, in a thread
 * of their own, or in one thread for all that are linked by streams.
 */
final class ScheduledUnits {
  private final CardServices services;
  private final CardConfig config;
  private final ScheduledRun.Environment environment;
  private final ThreadDispatcher dispatcher;
  private final RequestedWaveforms waveforms;
  private final UnitEvents events;
  private final Map<String, LinkedUnits> linked = new HashMap<>();

  ScheduledUnits(
      CardImage image,
      CardServices services,
      ScheduledRun.Environment environment,
      ThreadDispatcher dispatcher,
      RequestedWaveforms waveforms,
      UnitEvents events) {
    this.services = services;
    this.environment = environment;
    this.dispatcher = dispatcher;
    this.waveforms = waveforms;
    this.events = events;
    config = services.config();
    StreamTopology streams = image.topology();
    for (Set<String> names : streams.clusters()) {
      LinkedUnits together = new LinkedUnits(dispatcher, events, streams.links(), config);
      names.forEach(name -> linked.put(name, together));
    }
  }

  /** {@return the units, in the order in which they are given} */
  List<ScheduledUnit> make(List<ComputeUnit> units) {
    List<ScheduledUnit> made = new ArrayList<>();
    for (ComputeUnit unit : units) {
      made.add(make(unit));
    }
    return List.copyOf(made);
  }

  private ScheduledUnit make(ComputeUnit unit) {
    String name = unit.plan().name();
    Optional<Track> track = services.tracks().apply(name);
    LinkedUnits together = linked.get(name);
    if (together == null && unit.kernel().code().isShort() && !config.interrupts()) {
      return new ShortUnit(unit, config, track, environment, events);
    }
    boolean interrupts = unit.plan().control().interrupts() && config.mode().layout().isPresent();
    ThreadUnit threaded =
        new ThreadUnit(
            unit,
            services.lock(),
            track,
            interrupts,
            one -> new UnitWorker(dispatcher, events, waveforms, one, config),
            together == null ? null : together.thread());
    if (together != null) {
      together.add(threaded);
    }
    return threaded;
  }
}
