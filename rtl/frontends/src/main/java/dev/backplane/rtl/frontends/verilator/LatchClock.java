package dev.backplane.rtl.frontends.verilator;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.netlist.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Chooses the clock of what latches keep. */
final class LatchClock {
  private final Design design;
  private final Latches latches;

  LatchClock(Design design, Latches latches) {
    this.design = design;
    this.latches = latches;
  }

  /**
   * The clock of a latch: the only one that a design has.
   *
   * @param latch its word
   * @param clocks the clocks of the registers and memories
   * @param inputs the inputs of the design
   * @throws RtlException {@code LATCH} if there are more or fewer, or if it follows the clock
   */
  Clock of(Leaf latch, Set<Clock> clocks, List<Leaf> inputs) {
    if (clocks.size() != 1) {
      throw refusal(
          latch,
          clocks.isEmpty()
              ? "the design has no clock at which it could be kept"
              : "the design has several clocks, "
                  + clocks.stream()
                      .map(Clock::toString)
                      .sorted(Comparator.naturalOrder())
                      .collect(Collectors.joining(", ")));
    }
    Clock clock = clocks.iterator().next();
    for (Leaf input : inputs) {
      if (input.name().equals(clock.pin()) && latches.dependsOn(latch, input)) {
        throw refusal(latch, "it follows the clock '" + clock.pin() + "'");
      }
    }
    design.warn(
        location(latch),
        "'%s' is a latch: some path does not assign it. It keeps what it had at the last edge of '%s'"
            .formatted(latch.name(), clock.pin()));
    return clock;
  }

  private RtlException refusal(Leaf latch, String why) {
    return design
        .texts()
        .error(
            RtlError.LATCH,
            location(latch),
            "'%s' is a latch, some path does not assign it, and %s. Assign it on every path, or clock it"
                .formatted(latch.name(), why));
  }

  private SourceLocation location(Leaf latch) {
    List<Design.Driver> drivers = design.drivers().getOrDefault(latch, List.of());
    return drivers.isEmpty() ? latch.variable().location() : drivers.getFirst().location();
  }
}
