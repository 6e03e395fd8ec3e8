package dev.backplane.rtl.simulators.verilator;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.netlist.Clock;
import java.util.List;
import java.util.Objects;

/** An engine with a verilated model, in this process or in a separate one. */
abstract class ModelEngine implements Engine {
  private final List<Clock> clocks;
  private final String top;

  ModelEngine(String top, List<Clock> clocks) {
    this.top = top;
    this.clocks = clocks;
  }

  @Override
  public final List<Clock> clocks() {
    return clocks;
  }

  @Override
  public void edge(int clock) {
    Objects.checkIndex(clock, clocks.size());
    applyEdges(1L << clock);
  }

  @Override
  public final void edges(long mask) {
    if (clocks.size() < Long.SIZE && mask >>> clocks.size() != 0) {
      throw new IllegalArgumentException(
          "edges %x of design %s, which has %d clocks".formatted(mask, top, clocks.size()));
    }
    if (mask != 0) {
      applyEdges(mask);
    }
  }

  /**
   * Applies edges.
   *
   * @param mask a bit per clock; at least one is set
   */
  abstract void applyEdges(long mask);

  /** The error for an edge to a level that the pin already has. */
  final IllegalStateException edgeOutOfTurn(int clock) {
    return new IllegalStateException(
        "Two edges %s in a row: the design %s follows both edges of this pin, so they come in turn"
            .formatted(clocks.get(clock), top));
  }

  final IllegalStateException closed() {
    return new IllegalStateException("the engine of design " + top + " is closed");
  }

  /** The error for a message of a model that failed. */
  final RtlException failure(String message) {
    if (message.contains("did not converge")) {
      return new RtlException(
          RtlError.COMBINATIONAL_LOOP,
          "Design %s: %s. A loop without a register goes round for ever: break it with one"
              .formatted(top, message));
    }
    return new RtlException(
        RtlError.ENGINE_FAILED,
        "Design %s: %s. It goes on after a reset, which makes a new engine"
            .formatted(top, message));
  }

  final String top() {
    return top;
  }
}
