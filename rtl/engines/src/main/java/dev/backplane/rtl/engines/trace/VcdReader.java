package dev.backplane.rtl.engines.trace;

import dev.backplane.rtl.netlist.Port;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringTokenizer;
import org.jspecify.annotations.Nullable;

/** Reads a value change dump (IEEE 1364, clause 18). Real numbers are skipped. */
final class VcdReader {
  private final Path file;
  private final WaveSink sink;
  private final List<Port> signals = new ArrayList<>();
  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<String> scopes = new ArrayList<>();
  private String top = "top";

  /** The picoseconds of a time unit, as a fraction. */
  private long picoseconds = 1000;

  private long unitsPerPicosecond = 1;
  private long now = -1;
  private boolean started;
  private long[] value = new long[1];
  private long[] unknown = new long[1];

  VcdReader(Path file, WaveSink sink) {
    this.file = file;
    this.sink = sink;
  }

  void read() throws IOException {
    try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
      Tokens words = new Tokens(in);
      for (String word = words.next(); word != null; word = words.next()) {
        if (word.startsWith("$")) {
          command(word, words);
        } else {
          change(word, words);
        }
      }
    }
    if (!started) {
      throw TraceErrors.unreadable(file, "it has no $enddefinitions, so it is no VCD");
    }
  }

  private void command(String word, Tokens words) throws IOException {
    switch (word) {
      case "$timescale" -> timescale(String.join("", words.untilEnd()));
      case "$scope" -> {
        List<String> scope = words.untilEnd();
        String name = scope.isEmpty() ? "_" : scope.getLast();
        top = scopes.isEmpty() ? name : top;
        scopes.add(name);
      }
      case "$upscope" -> {
        words.untilEnd();
        if (!scopes.isEmpty()) {
          scopes.removeLast();
        }
      }
      case "$var" -> variable(words.untilEnd());
      case "$enddefinitions" -> {
        words.untilEnd();
        sink.begin(signals, top);
        started = true;
      }
      case "$comment" -> {
        String text = String.join(" ", words.untilEnd());
        if (started) {
          sink.note(text);
        }
      }
      case "$dumpvars", "$dumpall", "$dumpon", "$dumpoff", "$end" -> {
        // The changes that follow are read like all others.
      }
      default -> words.untilEnd();
    }
  }

  private void timescale(String text) {
    String unit = text.replaceFirst("^\\d+", "");
    int count =
        text.length() == unit.length()
            ? 1
            : Integer.parseInt(text, 0, text.length() - unit.length(), 10);
    switch (unit) {
      case "fs" -> {
        picoseconds = count;
        unitsPerPicosecond = 1000;
      }
      case "ps" -> picoseconds = count;
      case "ns" -> picoseconds = count * 1_000L;
      case "us" -> picoseconds = count * 1_000_000L;
      case "ms" -> picoseconds = count * 1_000_000_000L;
      case "s" -> picoseconds = count * 1_000_000_000_000L;
      default -> throw TraceErrors.unreadable(file, "its timescale is '" + text + "'");
    }
  }

  private void variable(List<String> words) {
    if (words.size() < 4 || words.getFirst().equals("real")) {
      return;
    }
    String name = words.get(3).replaceFirst("\\[.*", "");
    String path = String.join(".", scopes.subList(Math.min(1, scopes.size()), scopes.size()));
    Port port =
        new Port(
            path.isEmpty() ? name : path + "." + name,
            Port.Direction.OUTPUT,
            number(words.get(1), 1 << 20));
    // A second name of a signal is skipped.
    if (numbers.putIfAbsent(words.get(2), signals.size()) == null) {
      signals.add(port);
      int count = WaveSink.words(port.width());
      if (count > value.length) {
        value = new long[count];
        unknown = new long[count];
      }
    }
  }

  private int number(String text, int most) {
    if (!text.matches("[1-9]\\d{0,8}") || Integer.parseInt(text) > most) {
      throw TraceErrors.unreadable(file, "a signal has '" + text + "' bits");
    }
    return Integer.parseInt(text);
  }

  private void change(String word, Tokens words) throws IOException {
    char kind = word.charAt(0);
    if (kind == '#') {
      if (!word.matches("#\\d{1,18}")) {
        throw TraceErrors.unreadable(file, "'" + word + "' is no time");
      }
      long time =
          Math.multiplyExact(Long.parseLong(word.substring(1)), picoseconds) / unitsPerPicosecond;
      if (time > now) {
        now = time;
        sink.time(time);
      }
      return;
    }
    boolean vector = kind == 'b' || kind == 'B';
    boolean other = kind == 'r' || kind == 'R' || kind == 's';
    String id = vector || other ? words.next() : word.substring(1);
    Integer signal = id == null || other ? null : numbers.get(id);
    if (signal == null) {
      return;
    }
    if (now < 0) {
      now = 0;
      sink.time(0);
    }
    set(vector ? word.substring(1) : word.substring(0, 1), signals.get(signal).width());
    sink.change(signal, value, unknown, 0);
  }

  private void set(String digits, int width) {
    Arrays.fill(value, 0);
    Arrays.fill(unknown, 0);
    for (int bit = 0; bit < width; bit++) {
      int at = digits.length() - 1 - bit;
      char digit = at >= 0 ? digits.charAt(at) : digits.isEmpty() ? 'x' : digits.charAt(0);
      long one = 1L << bit;
      switch (digit) {
        case '1' -> value[bit / Long.SIZE] |= at >= 0 ? one : 0;
        case '0' -> {
          // The bit is 0 already.
        }
        case 'z', 'Z' -> {
          value[bit / Long.SIZE] |= one;
          unknown[bit / Long.SIZE] |= one;
        }
        default -> unknown[bit / Long.SIZE] |= one;
      }
    }
  }

  /** The tokens of a file. */
  private static final class Tokens {
    private static final int LONGEST = 1 << 22;

    private final BufferedReader in;
    private StringTokenizer line = new StringTokenizer("");

    Tokens(BufferedReader in) {
      this.in = in;
    }

    @Nullable String next() throws IOException {
      while (!line.hasMoreTokens()) {
        String read = line();
        if (read == null) {
          return null;
        }
        line = new StringTokenizer(read);
      }
      return line.nextToken();
    }

    /** A line, which in what is no waveform may be the whole file. */
    private @Nullable String line() throws IOException {
      StringBuilder read = new StringBuilder();
      int letter = in.read();
      if (letter < 0) {
        return null;
      }
      for (; letter >= 0 && letter != '\n'; letter = in.read()) {
        if (read.length() == LONGEST) {
          throw new IOException("it has a line of more than " + LONGEST + " characters");
        }
        read.append((char) letter);
      }
      return read.toString();
    }

    List<String> untilEnd() throws IOException {
      List<String> words = new ArrayList<>();
      for (String word = next(); word != null && !word.equals("$end"); word = next()) {
        if (words.size() == LONGEST) {
          throw new IOException("it has a command of more than " + LONGEST + " words");
        }
        words.add(word);
      }
      return words;
    }
  }
}
