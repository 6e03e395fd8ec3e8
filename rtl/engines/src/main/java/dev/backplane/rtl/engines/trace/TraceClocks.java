package dev.backplane.rtl.engines.trace;

import java.util.List;

/**
 * The clocks of an engine.
 *
 * @param all in the engine's order
 * @param main the index of the one whose cycles are counted
 */
public record TraceClocks(List<TraceClock> all, int main) {
  /** Copies the list. */
  public TraceClocks {
    all = List.copyOf(all);
    java.util.Objects.checkIndex(main, all.size());
  }

  /** {@return a single clock with rising edges} */
  public static TraceClocks of(String pin, long kilohertz) {
    return new TraceClocks(List.of(new TraceClock(pin, false, kilohertz)), 0);
  }

  /** {@return the clock whose cycles are counted} */
  public TraceClock mainClock() {
    return all.get(main);
  }

  /** {@return whether a pin is one of the clocks} */
  public boolean contains(String pin) {
    return all.stream().anyMatch(clock -> clock.pin().equals(pin));
  }
}
