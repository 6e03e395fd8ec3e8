package dev.backplane.rtl.harness;

import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.ForwardingEngine;
import dev.backplane.rtl.engines.trace.PinObserver;
import dev.backplane.rtl.engines.trace.TraceClocks;

/**
 * An engine that shows the settled values before every edge to an observer. An engine without an
 * observer has no overhead. The time axis begins one period of the main clock before the first
 * edge.
 */
final class ObservedEngine extends ForwardingEngine {
  private final ClockTimes times;
  private final PinObserver observer;

  ObservedEngine(Engine engine, TraceClocks clocks, PinObserver observer) {
    super(engine);
    this.observer = observer;
    times = new ClockTimes(clocks);
  }

  @Override
  public void edge(int edged) {
    edges(1L << edged);
  }

  @Override
  public void edges(long edged) {
    if (edged != 0) {
      engine.settle();
      observer.sample(times.cycle(), times.time(), times.edges());
      times.advance(edged);
    }
    engine.edges(edged);
  }

  @Override
  public void close() {
    try (engine) {
      observer.close();
    }
  }
}
