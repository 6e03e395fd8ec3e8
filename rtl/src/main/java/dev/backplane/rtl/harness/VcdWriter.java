package dev.backplane.rtl.harness;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import dev.backplane.rtl.netlist.Port;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes pins as a value change dump (IEEE 1364, clause 18). A cycle is 10 ns, from rising edge to
 * rising edge: what is seen settled before an edge is shown from the edge before on.
 */
final class VcdWriter implements AutoCloseable {
  private static final int PERIOD = 10;

  /** Identifiers of signals are made of the printable characters. */
  private static final int FIRST = '!';

  private static final int LAST = '~';

  private final Path file;
  private final Writer out;
  private final List<Port> ports;
  private final String[] names;
  private final List<String> clocks;
  private final long[] before;
  private boolean begun;

  VcdWriter(Path file, List<Port> ports, List<String> clocks) {
    this.file = file;
    this.ports = List.copyOf(ports);
    this.clocks = clocks;
    names = new String[ports.size()];
    int words = 0;
    for (int i = 0; i < names.length; i++) {
      names[i] = identifier(i);
      words += Payload.words(ports.get(i).width());
    }
    before = new long[words];
    try {
      out = Files.newBufferedWriter(file, StandardCharsets.US_ASCII);
      header();
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private static String identifier(int index) {
    StringBuilder text = new StringBuilder();
    int left = index;
    do {
      text.append((char) (FIRST + left % (LAST - FIRST + 1)));
      left /= LAST - FIRST + 1;
    } while (left > 0);
    return text.toString();
  }

  private RtlException failed(IOException cause) {
    return new RtlException(
        RtlError.TRACE_FAILED,
        "The waveform " + file + " cannot be written: " + cause + ". Is there room for it?",
        cause);
  }

  private void header() throws IOException {
    out.write("$timescale 1 ns $end\n$scope module kernel $end\n");
    for (int i = 0; i < names.length; i++) {
      Port port = ports.get(i);
      String range = port.width() == 1 ? "" : " [" + (port.width() - 1) + ":0]";
      out.write(
          "$var wire %d %s %s%s $end\n".formatted(port.width(), names[i], port.name(), range));
    }
    out.write("$upscope $end\n$enddefinitions $end\n");
  }

  /** Writes what changed in a cycle. */
  void cycle(long cycle, long[] words, int start) {
    try {
      out.write('#');
      out.write(Long.toString(cycle * PERIOD));
      out.write('\n');
      int at = 0;
      for (int i = 0; i < names.length; i++) {
        int count = Payload.words(ports.get(i).width());
        if (clocks.contains(ports.get(i).name())) {
          change(i, 1);
        } else if (!begun || differs(words, start, at, count)) {
          change(i, words, start + at);
        }
        at += count;
      }
      System.arraycopy(words, start, before, 0, before.length);
      begun = true;
      out.write('#');
      out.write(Long.toString(cycle * PERIOD + PERIOD / 2));
      out.write('\n');
      for (int i = 0; i < names.length; i++) {
        if (clocks.contains(ports.get(i).name())) {
          change(i, 0);
        }
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private boolean differs(long[] words, int start, int at, int count) {
    for (int i = at; i < at + count; i++) {
      if (words[start + i] != before[i]) {
        return true;
      }
    }
    return false;
  }

  private void change(int pin, int bit) throws IOException {
    out.write('0' + bit);
    out.write(names[pin]);
    out.write('\n');
  }

  private void change(int pin, long[] words, int at) throws IOException {
    int width = ports.get(pin).width();
    if (width == 1) {
      change(pin, (int) words[at]);
      return;
    }
    out.write('b');
    boolean leading = true;
    for (int bit = width - 1; bit >= 0; bit--) {
      long value = (words[at + bit / Long.SIZE] >>> bit) & 1;
      // Leading zeros may be left out; a reader extends with them.
      if (value == 0 && leading && bit > 0) {
        continue;
      }
      leading = false;
      out.write((char) ('0' + value));
    }
    out.write(' ');
    out.write(names[pin]);
    out.write('\n');
  }

  @Override
  public void close() {
    try {
      out.close();
    } catch (IOException e) {
      throw failed(e);
    }
  }
}
