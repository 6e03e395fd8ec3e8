package dev.backplane.rtl.engines;

import dev.backplane.rtl.netlist.Clock;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * Simulates a design, clock edge by clock edge. One thread owns an engine.
 *
 * <p>A cycle is: drive the inputs, {@link #settle()}, sample the outputs, {@link #edge(int)}.
 * Settle evaluates the combinational logic, so that every output follows the inputs and the
 * registers. Edge updates registers and memories from the settled values. After an edge, outputs
 * are undefined until the next settle. A new engine is at power-up: registers and memories hold
 * their initial values, inputs are 0.
 */
public interface Engine extends AutoCloseable {
  /** {@return the pins, in the order of the design's ports} */
  List<Pin> pins();

  /** {@return the clocks, by the index that {@link #edge(int)} takes} */
  List<Clock> clocks();

  /**
   * Prepares to read several one-bit pins at once.
   *
   * @param some at most 64 pins, each of one bit; pins that are not of this engine are allowed
   * @return the reader
   */
  default PinBits bits(List<Pin> some) {
    Pin[] each = some.toArray(Pin[]::new);
    return () -> {
      long bits = 0;
      for (int i = each.length - 1; i >= 0; i--) {
        bits = (bits << 1) | (each[i].get() & 1);
      }
      return bits;
    };
  }

  /**
   * Prepares to read or drive the words of several pins at once.
   *
   * @param some any pins; pins that are not of this engine are allowed
   * @return the reader
   */
  default PinWords words(List<Pin> some) {
    return new EachPinWords(some);
  }

  /**
   * Sets who gets what the design says: messages and assertions. Until then, errors end the
   * simulation with an exception, and the rest goes to the standard error. A design that says
   * nothing ignores it.
   *
   * @param receiver gets each report at its edge, before the edge is applied
   */
  default void onReport(Consumer<Report> receiver) {}

  /** Evaluates the combinational logic: outputs follow the inputs and the registers. */
  void settle();

  /**
   * Applies an edge of one clock. Settles first if an input was driven since the last settle.
   *
   * @param clock an index into {@link #clocks()}
   */
  void edge(int clock);

  /**
   * Applies simultaneous edges of several clocks: every register takes the value that its input had
   * before any of the edges, as registers of synchronous clocks do. Settles first if an input was
   * driven since the last settle.
   *
   * @param clocks bit {@code i} for the clock with index {@code i}; 0 for no edge
   * @throws IllegalArgumentException if a bit is set for which there is no clock
   */
  void edges(long clocks);

  /**
   * Computes a hash of all registers and memories: equal states have equal hashes, different states
   * almost always different ones. Slow: meant for use every few thousand cycles.
   *
   * @return the hash; empty if this engine cannot compute it
   */
  default OptionalLong stateHash() {
    return OptionalLong.empty();
  }

  /** Releases the resources of the engine; a second close does nothing. */
  @Override
  void close();
}
