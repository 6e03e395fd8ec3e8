package dev.backplane.rtl.engines.trace;

import dev.backplane.rtl.netlist.Port;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Writes a value change dump (IEEE 1364, clause 18) in picoseconds. */
final class VcdWriter implements WaveSink {
  /** Identifiers of signals consist of printable characters. */
  private static final int FIRST = '!';

  private static final int LAST = '~';

  /** Digits, indexed by two bits: unknown, and value. */
  private static final char[] DIGITS = {'0', '1', 'x', 'z'};

  private final Path file;
  private final OutputStream out;
  private List<Port> signals = List.of();
  private byte[][] names = {};

  VcdWriter(Path file) {
    this.file = file;
    try {
      out = new BufferedOutputStream(WaveFile.open(file), 1 << 16);
    } catch (IOException e) {
      throw TraceErrors.unwritable(file, e);
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

  private void text(String line) throws IOException {
    out.write(line.getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  public void begin(List<Port> all, String scope) {
    signals = List.copyOf(all);
    names = new byte[all.size()][];
    for (int i = 0; i < names.length; i++) {
      names[i] = (identifier(i) + "\n").getBytes(StandardCharsets.US_ASCII);
    }
    try {
      text("$timescale 1 ps $end\n");
      ScopeTree.of(signals, scope)
          .walk(
              new ScopeTree.Visitor<IOException>() {
                @Override
                public void enter(String name) throws IOException {
                  text("$scope module " + name + " $end\n");
                }

                @Override
                public void signal(int number, String name) throws IOException {
                  int width = signals.get(number).width();
                  String range = width == 1 ? "" : " [" + (width - 1) + ":0]";
                  text(
                      "$var wire %d %s %s%s $end\n"
                          .formatted(width, identifier(number), name, range));
                }

                @Override
                public void leave() throws IOException {
                  text("$upscope $end\n");
                }
              });
      text("$enddefinitions $end\n");
    } catch (IOException e) {
      throw TraceErrors.unwritable(file, e);
    }
  }

  @Override
  public void time(long picoseconds) {
    try {
      text("#" + picoseconds + "\n");
    } catch (IOException e) {
      throw TraceErrors.unwritable(file, e);
    }
  }

  @Override
  public void change(int signal, long[] value, long[] unknown, int at) {
    try {
      int width = signals.get(signal).width();
      if (width == 1) {
        out.write(digit(value, unknown, at, 0));
      } else {
        out.write('b');
        int bit = width - 1;
        // Readers extend a value with zeros, but a leading x or z with x or z.
        while (bit > 0
            && digit(value, unknown, at, bit) == '0'
            && digit(value, unknown, at, bit - 1) <= '1') {
          bit--;
        }
        for (; bit >= 0; bit--) {
          out.write(digit(value, unknown, at, bit));
        }
        out.write(' ');
      }
      out.write(names[signal]);
    } catch (IOException e) {
      throw TraceErrors.unwritable(file, e);
    }
  }

  private static char digit(long[] value, long[] unknown, int at, int bit) {
    int word = at + bit / Long.SIZE;
    return DIGITS[(int) ((unknown[word] >>> bit & 1) << 1 | (value[word] >>> bit & 1))];
  }

  @Override
  public void note(String text) {
    try {
      text("$comment " + text.replace("$end", "end").replaceAll("\\s+", " ") + " $end\n");
    } catch (IOException e) {
      throw TraceErrors.unwritable(file, e);
    }
  }

  @Override
  public void close() {
    try {
      out.close();
    } catch (IOException e) {
      throw TraceErrors.unwritable(file, e);
    }
  }
}
