package dev.backplane.rtl.engines.trace;

import dev.backplane.rtl.netlist.Port;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;

/** All changes of a file in memory, from the reader that reads it from the start to the end. */
final class SequentialWave implements WaveSink {
  private final List<Port> signals = new ArrayList<>();
  private final Map<String, NavigableMap<Long, String>> changes = new TreeMap<>();
  private long now;
  private long first = -1;

  static SequentialWave of(Path file) {
    SequentialWave wave = new SequentialWave();
    WaveReader.read(file, wave);
    return wave;
  }

  @Override
  public void begin(List<Port> all, String scope) {
    signals.addAll(all);
    all.forEach(port -> changes.put(port.name(), new TreeMap<>()));
  }

  @Override
  public void time(long picoseconds) {
    now = picoseconds;
    first = first < 0 ? now : first;
  }

  @Override
  public void change(int signal, long[] value, long[] unknown, int at) {
    Port port = signals.get(signal);
    StringBuilder digits = new StringBuilder();
    for (int bit = port.width() - 1; bit >= 0; bit--) {
      int word = at + bit / Long.SIZE;
      digits.append(
          "01xz".charAt((int) ((unknown[word] >>> bit & 1) << 1 | (value[word] >>> bit & 1))));
    }
    changes(port.name()).put(now, text(digits.toString()));
  }

  private static String text(String digits) {
    if (digits.matches(".*[xz].*")) {
      return "b" + digits;
    }
    int count = (digits.length() + 3) / 4;
    String text = new BigInteger(digits, 2).toString(16);
    return "h" + "0".repeat(count - text.length()) + text;
  }

  @Override
  public void note(String text) {}

  @Override
  public void close() {
    // A value that was there before is no change.
    changes.forEach(
        (name, all) -> {
          String last = nothing(name);
          for (var each = all.entrySet().iterator(); each.hasNext(); ) {
            String value = each.next().getValue();
            if (value.equals(last)) {
              each.remove();
            }
            last = value;
          }
        });
  }

  long first() {
    return first;
  }

  long last() {
    return now;
  }

  NavigableMap<Long, String> changes(String name) {
    return Objects.requireNonNull(changes.get(name), name);
  }

  List<String> names() {
    return List.copyOf(changes.keySet());
  }

  private String nothing(String name) {
    Port port = signals.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
    return "b" + "x".repeat(port.width());
  }

  /** The value after the changes at a time. */
  String value(String name, long time) {
    var entry = changes(name).floorEntry(time);
    return entry == null ? nothing(name) : entry.getValue();
  }

  /** The trace that the changes of each column should give. */
  WaveTrace trace(String name, long from, long step, int columns) {
    List<WaveTrace.Entry> entries = new ArrayList<>();
    boolean busy = false;
    for (int column = 0; column < columns; column++) {
      long start = from + column * step;
      NavigableMap<Long, String> here = changes(name).subMap(start, true, start + step, false);
      if (here.isEmpty()) {
        busy = false;
        continue;
      }
      boolean unknown = here.values().stream().anyMatch(value -> value.startsWith("b"));
      WaveTrace.Entry entry =
          new WaveTrace.Entry(
              here.firstKey(), here.lastKey(), here.size(), unknown, here.lastEntry().getValue());
      if (busy && here.size() > 1 && entries.getLast().unknown() == unknown) {
        WaveTrace.Entry last = entries.removeLast();
        entry =
            new WaveTrace.Entry(
                last.time(), entry.last(), last.count() + entry.count(), unknown, entry.value());
      }
      entries.add(cut(entry));
      busy = here.size() > 1;
    }
    return new WaveTrace(cut(value(name, from - 1)), entries);
  }

  private static WaveTrace.Entry cut(WaveTrace.Entry entry) {
    return new WaveTrace.Entry(
        entry.time(), entry.last(), entry.count(), entry.unknown(), cut(entry.value()));
  }

  private static String cut(String value) {
    return value.length() > WaveValues.SHORT + 1
        ? value.substring(0, WaveValues.SHORT + 1) + "~"
        : value;
  }
}
