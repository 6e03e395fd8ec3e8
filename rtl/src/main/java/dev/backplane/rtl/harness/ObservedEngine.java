package dev.backplane.rtl.harness;

import dev.backplane.rtl.engine.Engine;
import dev.backplane.rtl.engine.Pin;
import dev.backplane.rtl.engine.PinBits;
import dev.backplane.rtl.trace.PinObserver;
import dev.backplane.rtl.trace.TraceClocks;
import java.util.List;
import java.util.OptionalLong;

/**
 * An engine that shows the settled values before every edge to an observer. An engine without an
 * observer has no overhead. The time axis begins one period of the main clock before the first
 * edge.
 */
final class ObservedEngine implements Engine {
  private final Engine engine;
  private final ClockTimes times;
  private final PinObserver observer;

  ObservedEngine(Engine engine, TraceClocks clocks, PinObserver observer) {
    this.engine = engine;
    this.observer = observer;
    times = new ClockTimes(clocks);
  }

  @Override
  public List<Pin> pins() {
    return engine.pins();
  }

  @Override
  public List<String> clocks() {
    return engine.clocks();
  }

  @Override
  public PinBits bits(List<Pin> some) {
    return engine.bits(some);
  }

  @Override
  public void settle() {
    engine.settle();
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
  public OptionalLong stateHash() {
    return engine.stateHash();
  }

  @Override
  public void close() {
    try (engine) {
      observer.close();
    }
  }
}
