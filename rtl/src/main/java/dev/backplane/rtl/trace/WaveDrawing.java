package dev.backplane.rtl.trace;

import dev.backplane.rtl.netlist.Port;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Writes a waveform to whatever the name of a file says: VCD, FST, or a picture in SVG. */
public final class WaveDrawing {
  /** A picture of more cycles than this is not readable. */
  private static final int MOST_CYCLES = 256;

  private WaveDrawing() {}

  /**
   * Opens a file: SVG if its name ends in {@code .svg}, FST if in {@code .fst}, VCD otherwise.
   *
   * @param file where to
   * @return what writes it
   * @throws dev.backplane.rtl.RtlException {@link dev.backplane.rtl.RtlError#TRACE_FAILED} if it
   *     cannot be written
   */
  public static WaveSink open(Path file) {
    return String.valueOf(file).toLowerCase(Locale.ROOT).endsWith(".svg")
        ? new Picture(file)
        : WaveformFile.open(file);
  }

  /** Collects the last cycles, then draws them. */
  private static final class Picture implements WaveSink {
    private final Path file;
    private final WaveTable table = new WaveTable(0, Long.MAX_VALUE, PinFilter.ALL);

    Picture(Path file) {
      this.file = file;
      try {
        Files.write(file, new byte[0]);
      } catch (IOException e) {
        throw TraceFailure.unwritable(file, e);
      }
    }

    @Override
    public void begin(List<Port> signals, String scope) {
      table.begin(signals, scope);
    }

    @Override
    public void time(long picoseconds) {
      table.time(picoseconds);
    }

    @Override
    public void change(int signal, long[] value, long[] unknown, int at) {
      table.change(signal, value, unknown, at);
    }

    @Override
    public void note(String text) {
      table.note(text);
    }

    @Override
    public void close() {
      table.close();
      int cycles = table.cycles().size();
      try {
        Files.writeString(
            file, new WaveSvg(table, Math.max(0, cycles - MOST_CYCLES), cycles).draw());
      } catch (IOException e) {
        throw TraceFailure.unwritable(file, e);
      }
    }
  }
}
