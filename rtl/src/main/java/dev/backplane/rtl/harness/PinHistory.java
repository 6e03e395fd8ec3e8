package dev.backplane.rtl.harness;

import dev.backplane.rtl.RtlException;
import dev.backplane.rtl.engine.Pin;
import dev.backplane.rtl.netlist.Port;
import java.nio.file.Path;
import java.util.List;

/**
 * Remembers the pins of the last cycles, to show what led to a fault. A small kernel becomes two to
 * three times slower; nothing is written until it is asked for. Of one harness; used by its thread.
 */
public final class PinHistory implements CycleObserver.Factory {
  private final int cycles;
  private List<Port> ports = List.of();
  private List<String> clocks = List.of();
  private long[] rows = new long[0];
  private int words;
  private long next;

  /**
   * A history.
   *
   * @param cycles how many cycles to remember, at least 1
   */
  public PinHistory(int cycles) {
    if (cycles < 1) {
      throw new IllegalArgumentException("a history of " + cycles + " cycles remembers nothing");
    }
    this.cycles = cycles;
  }

  /** Forgets what was; a new engine is at power-up. */
  @Override
  public CycleObserver observe(List<Pin> pins, List<String> clockNames) {
    PinWords values = new PinWords(pins);
    ports = pins.stream().map(Pin::port).toList();
    clocks = List.copyOf(clockNames);
    words = values.total();
    rows = new long[Math.multiplyExact(cycles, words)];
    next = 0;
    return cycle -> {
      values.read(rows, (int) (cycle % cycles) * words);
      next = cycle + 1;
    };
  }

  /** {@return the first cycle that is remembered} */
  public long first() {
    return Math.max(0, next - cycles);
  }

  /** {@return the cycle after the last one seen} */
  public long end() {
    return next;
  }

  /**
   * Writes what is remembered to a VCD file.
   *
   * @param file where to
   * @throws RtlException {@link dev.backplane.rtl.RtlError#TRACE_FAILED} if it cannot be written
   */
  public void save(Path file) {
    try (VcdWriter writer = new VcdWriter(file, ports, clocks)) {
      for (long cycle = first(); cycle < next; cycle++) {
        writer.cycle(cycle, rows, (int) (cycle % cycles) * words);
      }
    }
  }
}
