package dev.backplane.rtl.engines.trace;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.xclbin.RegularFile;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An open waveform file that answers questions about any signal at any time. Memory is bounded by
 * the number of names and a cache, not by the changes: blocks of an FST file are read when they are
 * needed; a VCD is read once, into a temporary file. Times are in units of the file. Safe for use
 * by several threads; closing it while another thread asks makes that question fail.
 */
public final class WaveIndex implements AutoCloseable {
  /** Is told how far a file was read. */
  @FunctionalInterface
  public interface Progress {
    /** As many bytes of so many were read. */
    void read(long bytes, long all);
  }

  /**
   * A time range that cannot be shown.
   *
   * @param from its first time
   * @param to the first time behind it
   */
  public record Gap(long from, long to) {}

  private record TraceKey(int column, long from, long step, int columns) {}

  /** Traces of so many changes are kept, since it takes long to make them. */
  private static final long LONG_TRACE = 1 << 16;

  private static final long MEMORY =
      Math.clamp(Runtime.getRuntime().maxMemory() / 8, 8L << 20, 256L << 20);
  private static final Pattern FAULT_CYCLE = Pattern.compile("@cycle (\\d{1,15})\\b");
  private static final int PICOSECONDS = -12;

  private final FileStamp stamp;
  private final @Nullable FstFile file;
  private final WaveHierarchy hierarchy;
  private final int exponent;
  private final List<String> notes;
  private final List<String> problems;
  private final @Nullable WaveBlocks blocks;
  private final WaveValues values;
  private final BoundedCache<TraceKey, WaveTrace> traces = new BoundedCache<>(MEMORY / 4);

  private WaveIndex(FileStamp stamp, WaveContent stored) throws IOException {
    this.stamp = stamp;
    file = stored.file();
    hierarchy = stored.names();
    exponent = stored.exponent();
    notes = List.copyOf(stored.notes());
    problems = List.copyOf(stored.problems());
    values = new WaveValues(file != null && file.isLittleEndian());
    try {
      blocks = file == null ? null : new WaveBlocks(file, MEMORY);
    } catch (Throwable e) {
      close();
      throw e;
    }
  }

  /**
   * Opens a file.
   *
   * @param path a VCD or FST
   * @param progress is told how far a VCD was read; what it throws ends the reading
   * @return the open file
   * @throws RtlException {@link RtlError#TRACE_FAILED} if there is nothing in it that can be shown
   */
  public static WaveIndex open(Path path, Progress progress) {
    try {
      RegularFile.check(path);
      FileStamp stamp = FileStamp.of(path);
      return new WaveIndex(
          stamp, WaveReader.isFst(path) ? FstNames.read(path) : VcdStore.read(path, progress));
    } catch (NoSuchFileException e) {
      throw TraceErrors.unreadable(path, "there is no such file");
    } catch (IOException e) {
      throw TraceErrors.unreadable(path, e.toString());
    } catch (IndexOutOfBoundsException | NegativeArraySizeException | ArithmeticException e) {
      throw TraceErrors.unreadable(path, "it is damaged (" + e.getMessage() + ")");
    }
  }

  /** {@return the names} */
  public WaveHierarchy hierarchy() {
    return hierarchy;
  }

  /** {@return the power of ten that makes seconds of a unit of time} */
  public int exponent() {
    return exponent;
  }

  /** {@return the first time} */
  public long start() {
    return blocks == null ? 0 : blocks.start();
  }

  /** {@return the last time} */
  public long end() {
    return blocks == null ? 0 : blocks.end();
  }

  /** {@return the comments in the file} */
  public List<String> notes() {
    return notes;
  }

  /** {@return sentences about what is damaged or missing, as far as it is known by now} */
  public List<String> problems() {
    List<String> all = new ArrayList<>(problems);
    if (blocks != null) {
      all.addAll(blocks.problems());
    }
    return all;
  }

  /** {@return the ranges that turned out to be damaged} */
  public List<Gap> gaps() {
    WaveBlocks from = blocks;
    if (from == null) {
      return List.of();
    }
    return from.damaged().stream()
        .map(
            number ->
                new Gap(
                    from.start(number),
                    number + 1 < from.count() ? from.start(number + 1) : from.end()))
        .toList();
  }

  /** {@return the message of the fault that the recording is of, if it is of one} */
  public Optional<String> fault() {
    return notes.stream()
        .filter(note -> note.startsWith("fault: "))
        .map(note -> note.substring("fault: ".length()))
        .findFirst();
  }

  /** {@return the time of the fault: of the cycle that its message names, or else the end} */
  public OptionalLong faultTime() {
    if (fault().isEmpty()) {
      return OptionalLong.empty();
    }
    Matcher cycle = FAULT_CYCLE.matcher(fault().get());
    Optional<TraceClock> clock = mainClock();
    if (!cycle.find() || clock.isEmpty() || exponent != PICOSECONDS) {
      return OptionalLong.of(end());
    }
    long time = clock.get().periodStart(Long.parseLong(cycle.group(1)));
    return OptionalLong.of(Math.clamp(time, start(), Math.max(start(), end())));
  }

  private Optional<TraceClock> mainClock() {
    return notes.stream().flatMap(note -> ClockNote.parse(note).stream()).findFirst();
  }

  /** {@return the signal that the file names as its main clock} */
  public Optional<WaveSignal> clock() {
    return mainClock()
        .flatMap(
            clock ->
                hierarchy.signals().stream()
                    .filter(signal -> signal.width() == 1 && signal.name().equals(clock.pin()))
                    .findFirst());
  }

  /** {@return whether the file is another one than when it was opened, or has become longer} */
  public boolean isChanged() {
    return !stamp.isCurrent();
  }

  /**
   * Looks at a signal in a window.
   *
   * @param number the number of the signal
   * @param from the start of the window
   * @param step the time of a column, at least 1
   * @param columns the number of columns
   * @return the changes from the start on, before the end
   * @throws IOException if the file cannot be read
   * @throws IllegalArgumentException if there is no such signal or window
   */
  public WaveTrace trace(int number, long from, long step, int columns) throws IOException {
    WaveSignal signal = hierarchy.signal(number);
    if (step < 1 || columns < 1 || from < 0) {
      throw new IllegalArgumentException(
          "%d columns of %d from %d on are no window".formatted(columns, step, from));
    }
    WaveBlocks source = blocks;
    if (source == null || signal.kind() == WaveSignal.Kind.TEXT) {
      return new WaveTrace("r", List.of());
    }
    TraceKey key = new TraceKey(signal.column(), from, step, columns);
    WaveTrace known = traces.get(key);
    if (known != null) {
      return known;
    }
    SignalCursor cursor = new SignalCursor(source, signal.column(), from);
    TraceColumns made = new TraceColumns(signal, values, from, step, cursor.value());
    long length = columns > (Long.MAX_VALUE - from) / step ? Long.MAX_VALUE - from : step * columns;
    while (cursor.advance() && cursor.time() - from < length) {
      made.add(cursor.time(), cursor.value());
    }
    WaveTrace trace = made.finish();
    if (made.changes() > LONG_TRACE) {
      traces.put(key, trace, 200L * (1 + trace.entries().size()));
    }
    return trace;
  }

  /**
   * {@return the value of a signal at a time, after the changes at that time}
   *
   * @param number the number of the signal
   * @param time the time
   * @throws IOException if the file cannot be read
   * @throws IllegalArgumentException if there is no such signal
   */
  public String value(int number, long time) throws IOException {
    WaveSignal signal = hierarchy.signal(number);
    WaveBlocks source = blocks;
    if (source == null || signal.kind() == WaveSignal.Kind.TEXT) {
      return "r";
    }
    long after = Math.min(time, Long.MAX_VALUE - 1) + 1;
    FstValue value = new SignalCursor(source, signal.column(), after).value();
    return values.text(signal, value, Integer.MAX_VALUE);
  }

  /**
   * Searches forward.
   *
   * @param number the number of the signal
   * @param time the search begins behind it
   * @param condition what is looked for
   * @return the time of the first change of which the condition holds
   * @throws IOException if the file cannot be read
   * @throws IllegalArgumentException if there is no such signal, or it cannot be so
   */
  public OptionalLong next(int number, long time, WaveCondition condition) throws IOException {
    WaveSignal signal = hierarchy.signal(number);
    WaveCondition.Test test = condition.test(signal, values);
    WaveBlocks source = blocks;
    if (source == null || signal.kind() == WaveSignal.Kind.TEXT || time == Long.MAX_VALUE) {
      return OptionalLong.empty();
    }
    SignalCursor cursor = new SignalCursor(source, signal.column(), time + 1);
    while (cursor.advance()) {
      if (test.holds(cursor.value())) {
        return OptionalLong.of(cursor.time());
      }
    }
    return OptionalLong.empty();
  }

  /**
   * Searches backward.
   *
   * @param number the number of the signal
   * @param time the search begins before it
   * @param condition what is looked for
   * @return the time of the last change of which the condition holds
   * @throws IOException if the file cannot be read
   * @throws IllegalArgumentException if there is no such signal, or it cannot be so
   */
  public OptionalLong previous(int number, long time, WaveCondition condition) throws IOException {
    WaveSignal signal = hierarchy.signal(number);
    WaveCondition.Test test = condition.test(signal, values);
    WaveBlocks source = blocks;
    if (source == null || signal.kind() == WaveSignal.Kind.TEXT) {
      return OptionalLong.empty();
    }
    long limit = time;
    for (int block = source.before(time); block >= 0; block--) {
      SignalCursor cursor = new SignalCursor(source, signal.column(), source.start(block));
      OptionalLong found = OptionalLong.empty();
      while (cursor.advance() && cursor.time() < limit) {
        if (test.holds(cursor.value())) {
          found = OptionalLong.of(cursor.time());
        }
      }
      if (found.isPresent()) {
        return found;
      }
      limit = source.start(block);
    }
    return OptionalLong.empty();
  }

  /**
   * {@return how often a condition became true behind a time, up to another one}
   *
   * @param number the number of the signal
   * @param from the time behind which counting begins
   * @param to the last time
   * @param condition what is counted
   * @throws IOException if the file cannot be read
   * @throws IllegalArgumentException if there is no such signal, or it cannot be so
   */
  public long count(int number, long from, long to, WaveCondition condition) throws IOException {
    WaveSignal signal = hierarchy.signal(number);
    WaveCondition.Test test = condition.test(signal, values);
    WaveBlocks source = blocks;
    if (source == null || signal.kind() == WaveSignal.Kind.TEXT || from == Long.MAX_VALUE) {
      return 0;
    }
    long count = 0;
    SignalCursor cursor = new SignalCursor(source, signal.column(), from + 1);
    while (cursor.advance() && cursor.time() <= to) {
      count += test.holds(cursor.value()) ? 1 : 0;
    }
    return count;
  }

  /** {@return about the bytes that are kept of the file} */
  long memory() {
    return traces.held() + (blocks == null ? 0 : blocks.memory());
  }

  @Override
  public void close() {
    try {
      if (file != null) {
        file.close();
      }
    } catch (IOException e) {
      System.getLogger(WaveIndex.class.getName())
          .log(System.Logger.Level.WARNING, "closing a waveform", e);
    }
  }
}
