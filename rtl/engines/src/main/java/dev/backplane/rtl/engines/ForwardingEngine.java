package dev.backplane.rtl.engines;

import dev.backplane.rtl.netlist.Clock;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** An engine that does what another one does; subclasses add to it. Closing it closes the other. */
public abstract class ForwardingEngine implements Engine {
  /** The other engine. */
  protected final Engine engine;

  /**
   * Creates the engine.
   *
   * @param engine the other engine, which only this one uses from now on
   */
  protected ForwardingEngine(Engine engine) {
    this.engine = engine;
  }

  @Override
  public List<Pin> pins() {
    return engine.pins();
  }

  @Override
  public List<Clock> clocks() {
    return engine.clocks();
  }

  @Override
  public PinBits bits(List<Pin> some) {
    return engine.bits(some);
  }

  @Override
  public PinWords words(List<Pin> some) {
    return engine.words(some);
  }

  @Override
  public void onReport(Consumer<Report> receiver) {
    engine.onReport(receiver);
  }

  @Override
  public void settle() {
    engine.settle();
  }

  @Override
  public void edge(int clock) {
    engine.edge(clock);
  }

  @Override
  public void edges(long clocks) {
    engine.edges(clocks);
  }

  @Override
  public OptionalLong stateHash() {
    return engine.stateHash();
  }

  @Override
  public void close() {
    engine.close();
  }
}
