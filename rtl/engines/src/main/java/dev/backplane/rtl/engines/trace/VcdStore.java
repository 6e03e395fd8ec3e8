package dev.backplane.rtl.engines.trace;

import dev.backplane.rtl.netlist.Port;
import dev.backplane.xclbin.RegularFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Brings the changes of a value change dump into a temporary FST file, where they can be found. A
 * dump has the changes of all signals one after the other, so that each look at one signal would
 * read all of it.
 */
final class VcdStore implements VcdParser.Events {
  private static final int MOST_PROBLEMS = 20;

  private final Path file;
  private final Path room;
  private final WaveIndex.Progress progress;
  private final long size;
  private final WaveHierarchy.Builder names = new WaveHierarchy.Builder();
  private final List<Port> columns = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private int exponent = -9;
  private long factor = 1;
  private @Nullable FstWriter writer;
  private long[] value = {0};
  private long[] unknown = {0};

  private VcdStore(Path file, Path room, long size, WaveIndex.Progress progress) {
    this.file = file;
    this.room = room;
    this.size = size;
    this.progress = progress;
  }

  static WaveContent read(Path file, WaveIndex.Progress progress) throws IOException {
    Path room = Files.createTempFile("backplane-view", ".fst");
    // The process may end while the file is read.
    room.toFile().deleteOnExit();
    try (FileChannel channel = RegularFile.open(file);
        InputStream in = Channels.newInputStream(channel)) {
      VcdStore store = new VcdStore(file, room, channel.size(), progress);
      store.fill(in);
      boolean empty = store.columns.isEmpty();
      return new WaveContent(
          empty ? null : new FstFile(file, nameless(room)),
          store.names.build(),
          store.exponent,
          store.notes,
          store.problems);
    } finally {
      Files.deleteIfExists(room);
    }
  }

  private static FileChannel nameless(Path room) throws IOException {
    return FileChannel.open(room, StandardOpenOption.READ, StandardOpenOption.DELETE_ON_CLOSE);
  }

  private void fill(InputStream in) throws IOException {
    boolean isDump;
    try {
      isDump = new VcdParser(in, this).parse();
    } finally {
      if (writer != null) {
        writer.close();
      }
    }
    if (!isDump) {
      String why = problems.isEmpty() ? "" : ": " + problems.getLast();
      throw TraceErrors.unreadable(file, "it has no $enddefinitions, so it is no VCD" + why);
    }
  }

  @Override
  public void timescale(String text) {
    String unit = text.replaceFirst("^\\d+", "").toLowerCase(Locale.ROOT);
    String count = text.substring(0, text.length() - unit.length());
    exponent =
        switch (unit) {
          case "s" -> 0;
          case "ms" -> -3;
          case "us" -> -6;
          case "ns" -> -9;
          case "ps" -> -12;
          case "fs" -> -15;
          default -> throw TraceErrors.unreadable(file, "its timescale is '" + text + "'");
        };
    if (!count.matches("|10{0,5}")) {
      throw TraceErrors.unreadable(file, "its timescale is '" + text + "'");
    }
    factor = count.isEmpty() ? 1 : Long.parseLong(count);
  }

  @Override
  public void enter(String scope) {
    names.enter(scope);
  }

  @Override
  public void leave() {
    names.leave();
  }

  @Override
  public void signal(String type, int width, String name, int column) {
    if (column == columns.size()) {
      columns.add(new Port("s" + column, Port.Direction.OUTPUT, width));
    }
    boolean real = type.startsWith("real");
    names.signal(
        name,
        type,
        columns.get(column).width(),
        real ? WaveSignal.Kind.REAL : WaveSignal.Kind.BITS,
        column);
  }

  @Override
  public void note(String text) {
    notes.add(text);
  }

  @Override
  public void begin() {
    if (columns.isEmpty()) {
      return;
    }
    int widest = columns.stream().mapToInt(Port::width).max().orElse(1);
    value = new long[WaveSink.words(widest)];
    unknown = new long[value.length];
    FstWriter opened = new FstWriter(room);
    writer = opened;
    opened.begin(columns, "");
  }

  @Override
  public void time(long units) {
    if (writer != null) {
      writer.time(Math.multiplyExact(units, factor));
    }
  }

  @Override
  public void change(int column, byte[] digits, int at, int end) {
    int width = columns.get(column).width();
    int words = WaveSink.words(width);
    Arrays.fill(value, 0, words, 0);
    Arrays.fill(unknown, 0, words, 0);
    byte fill = digits[at] == '1' ? (byte) '0' : digits[at];
    for (int bit = 0; bit < width; bit++) {
      int place = end - 1 - bit;
      byte digit = place >= at ? digits[place] : fill;
      long one = 1L << bit;
      switch (digit) {
        case '0' -> {
          // The bit is 0 already.
        }
        case '1' -> value[bit / Long.SIZE] |= one;
        case 'z', 'Z' -> {
          value[bit / Long.SIZE] |= one;
          unknown[bit / Long.SIZE] |= one;
        }
        default -> unknown[bit / Long.SIZE] |= one;
      }
    }
    if (writer != null) {
      writer.change(column, value, unknown, 0);
    }
  }

  @Override
  public void change(int column, double real) {
    int width = columns.get(column).width();
    if (writer != null && width == Long.SIZE) {
      value[0] = Double.doubleToLongBits(real);
      unknown[0] = 0;
      writer.change(column, value, unknown, 0);
    }
  }

  @Override
  public void problem(String text) {
    if (problems.size() < MOST_PROBLEMS) {
      problems.add(text);
    }
  }

  @Override
  public void progress(long bytes) {
    progress.read(bytes, Math.max(size, bytes));
  }
}
