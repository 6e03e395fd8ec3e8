package dev.backplane.rtl.harness;

import dev.backplane.rtl.engine.Engine;
import dev.backplane.rtl.engine.Pin;
import java.util.List;

/** An engine that shows every cycle to an observer: the price of observing is in here only. */
final class ObservedEngine implements Engine {
  private final Engine engine;
  private final int clock;
  private final CycleObserver observer;
  private long cycle;

  ObservedEngine(Engine engine, int clock, CycleObserver observer) {
    this.engine = engine;
    this.clock = clock;
    this.observer = observer;
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
  public void settle() {
    engine.settle();
  }

  @Override
  public void edge(int edged) {
    if (edged == clock) {
      observer.cycle(cycle++);
    }
    engine.edge(edged);
  }

  @Override
  public void edges(long edged) {
    if ((edged >>> clock & 1) != 0) {
      observer.cycle(cycle++);
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
