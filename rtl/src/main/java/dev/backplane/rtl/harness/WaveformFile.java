package dev.backplane.rtl.harness;

import dev.backplane.rtl.RtlException;
import dev.backplane.rtl.engine.Pin;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes the pins of a kernel to a VCD file, which waveform viewers read. Tracing makes simulation
 * ten times slower and takes about a hundred bytes per cycle, hence the window.
 *
 * @param file where to; written anew at every reset
 * @param from the first cycle, counted from power-up
 * @param length how many cycles
 */
public record WaveformFile(Path file, long from, long length) implements CycleObserver.Factory {
  /** Checks the window. */
  public WaveformFile {
    if (from < 0 || length < 1) {
      throw new IllegalArgumentException(
          "a window of " + length + " cycles from cycle " + from + " shows nothing");
    }
  }

  /**
   * Creates the file.
   *
   * @throws RtlException {@link dev.backplane.rtl.RtlError#TRACE_FAILED} if it cannot be written;
   *     cycles may fail with the same
   */
  @Override
  public CycleObserver observe(List<Pin> pins, List<String> clocks) {
    PinWords values = new PinWords(pins);
    long[] row = new long[values.total()];
    VcdWriter writer = new VcdWriter(file, pins.stream().map(Pin::port).toList(), clocks);
    return new CycleObserver() {
      @Override
      public void cycle(long cycle) {
        if (cycle - from >= 0 && cycle - from < length) {
          values.read(row, 0);
          writer.cycle(cycle, row, 0);
        }
      }

      @Override
      public void close() {
        writer.close();
      }
    };
  }
}
