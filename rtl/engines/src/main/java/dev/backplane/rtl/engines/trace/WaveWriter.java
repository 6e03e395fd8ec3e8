package dev.backplane.rtl.engines.trace;

import dev.backplane.rtl.netlist.Port;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Writes waveforms in the format that the file name selects: VCD, FST, or an SVG image. */
public final class WaveWriter {
  /** The most cycles in an image; more are not readable. */
  private static final int MAX_CYCLES = 256;

  private WaveWriter() {}

  /**
   * Opens a file: SVG if its name ends in {@code .svg}, FST if in {@code .fst}, VCD otherwise.
   *
   * @param file the file
   * @return the writer
   * @throws dev.backplane.rtl.base.RtlException {@link
   *     dev.backplane.rtl.base.RtlError#TRACE_FAILED} if it cannot be written
   */
  public static WaveSink open(Path file) {
    return String.valueOf(file).toLowerCase(Locale.ROOT).endsWith(".svg")
        ? new SvgSink(file)
        : WaveformRecorder.open(file);
  }

  /** Collects cycles and draws the last ones. */
  private static final class SvgSink implements WaveSink {
    private final Path file;
    private final OutputStream out;
    private final WaveTable table = new WaveTable(0, Long.MAX_VALUE, PinFilter.ALL);

    SvgSink(Path file) {
      this.file = file;
      try {
        out = WaveFile.open(file);
      } catch (IOException e) {
        throw TraceErrors.unwritable(file, e);
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
      String drawn = new WaveSvg(table, Math.max(0, cycles - MAX_CYCLES), cycles).draw();
      try (out) {
        out.write(drawn.getBytes(StandardCharsets.UTF_8));
      } catch (IOException e) {
        throw TraceErrors.unwritable(file, e);
      }
    }
  }
}
