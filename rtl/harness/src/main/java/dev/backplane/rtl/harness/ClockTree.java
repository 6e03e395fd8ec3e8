package dev.backplane.rtl.harness;

import dev.backplane.rtl.engines.trace.TraceClock;
import dev.backplane.rtl.engines.trace.TraceClocks;
import dev.backplane.rtl.harness.ClockSchedule.Rate;
import dev.backplane.rtl.harness.ports.BusInterface;
import dev.backplane.rtl.harness.ports.KernelPorts;
import dev.backplane.rtl.netlist.Clock;
import dev.backplane.rtl.netlist.Port;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * The clocks of an engine, grouped by rate: clocks of one frequency have simultaneous edges and
 * count as one clock, named after the first of them. The first rate is the main one: that of the
 * clock of the control registers, or else of the first clock that the design uses.
 */
final class ClockTree {
  private final KernelPorts ports;
  private final List<Clock> clocks;

  /** The engine's clocks of each rate, as bits. */
  private final SequencedMap<Rate, Long> edges = new LinkedHashMap<>();

  private final Port main;

  ClockTree(KernelPorts ports, List<Clock> clocks, boolean controlled) {
    this.ports = ports;
    this.clocks = clocks;
    for (Clock used : clocks) {
      String input = used.pin();
      if (ports.clocks().stream().noneMatch(clock -> clock.name().equals(input))) {
        throw ports.missing(
            "registers follow the input '%s', which its name does not say to be a clock; say \"clocks\": {\"%s\": MEGAHERTZ} in the manifest"
                .formatted(input, input));
      }
    }
    main = controlled ? ports.clockOf(ports.control()) : firstUsed();
    edges.put(rate(main), 0L);
    ports.interfaces().forEach(bus -> edges.putIfAbsent(rate(ports.clockOf(bus)), 0L));
    for (int i = 0; i < clocks.size(); i++) {
      Clock clock = clocks.get(i);
      edges.merge(
          Rate.of(ports.wiring().megahertz(clock.pin()), clock.isFalling()),
          1L << i,
          (some, more) -> some | more);
    }
  }

  private Port firstUsed() {
    return ports.clocks().stream()
        .filter(port -> clocks.stream().anyMatch(clock -> clock.pin().equals(port.name())))
        .findFirst()
        .orElseThrow(() -> ports.missing("none of its clocks clocks anything"));
  }

  private Rate rate(Port clock) {
    return Rate.of(ports.wiring().megahertz(clock.name()), false);
  }

  /** All rates, the main one first. */
  List<Rate> rates() {
    return new ArrayList<>(edges.keySet());
  }

  /** The engine's clocks of a rate, as bits; 0 if the design does not use it. */
  long edges(Rate rate) {
    return edges.getOrDefault(rate, 0L);
  }

  /** The index of the rate of an interface. */
  int rateIndexOf(BusInterface bus) {
    return rates().indexOf(rate(ports.clockOf(bus)));
  }

  /** The name of a rate: that of its first clock. */
  String name(Rate rate) {
    return ports.clocks().stream()
        .filter(clock -> rate(clock).kilohertz() == rate.kilohertz())
        .map(Port::name)
        .findFirst()
        .orElse(main.name());
  }

  /** The clocks for waveforms. */
  TraceClocks traceClocks() {
    return new TraceClocks(
        clocks.stream()
            .map(
                clock ->
                    new TraceClock(
                        clock.pin(),
                        clock.isFalling(),
                        Rate.of(ports.wiring().megahertz(clock.pin()), false).kilohertz()))
            .toList(),
        Math.max(0, clocks.indexOf(Clock.rising(main.name()))));
  }
}
