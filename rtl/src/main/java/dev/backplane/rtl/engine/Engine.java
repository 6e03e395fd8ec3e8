package dev.backplane.rtl.engine;

import java.util.List;
import java.util.OptionalLong;

/**
 * A design that can be clocked. One thread owns an engine.
 *
 * <p>A cycle is: drive inputs, {@link #settle()}, look at outputs, {@link #edge(int)}. Settle makes
 * every output follow the inputs and the registers; edge is an edge of a clock with the inputs as
 * they settled. After an edge, outputs are defined again from the next settle. A new engine is at
 * power-up: registers and memories hold their initial values, inputs are 0.
 */
public interface Engine extends AutoCloseable {
  /** {@return the pins, in the order of the design's ports} */
  List<Pin> pins();

  /**
   * {@return the clocks, by the index that {@link #edge(int)} takes: {@code clk} for rising edges
   * of the input clk, {@code ~clk} for its falling edges}
   */
  List<String> clocks();

  /**
   * Prepares to read pins together.
   *
   * @param some pins of this engine, or others beside them, each of one bit; at most 64
   * @return reads them
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

  /** Makes the outputs follow the inputs. */
  void settle();

  /**
   * Gives an edge. Settles first if an input was driven since the last settle.
   *
   * @param clock an index into {@link #clocks()}
   */
  void edge(int clock);

  /**
   * Gives edges of several clocks at the same time: every register takes what it saw before any of
   * them, as registers of synchronous clocks do. Settles first if an input was driven since the
   * last settle.
   *
   * @param clocks bit {@code i} for the clock with index {@code i}; 0 for no edge
   * @throws IllegalArgumentException if a bit stands for no clock
   */
  void edges(long clocks);

  /**
   * Sums up the registers and memories: equal state gives equal numbers, and other state another
   * number but by accident. Looks at all of them, so it is for every many thousand cycles.
   *
   * @return the number; empty if this engine cannot tell
   */
  default OptionalLong stateHash() {
    return OptionalLong.empty();
  }

  /** Lets go of what the engine holds; a second close does nothing. */
  @Override
  void close();
}
