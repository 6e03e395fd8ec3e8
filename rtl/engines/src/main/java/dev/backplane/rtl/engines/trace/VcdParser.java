package dev.backplane.rtl.engines.trace;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Parses a value change dump (IEEE 1364, clause 18) once, from the start to the end or to the first
 * word that makes no sense. Used by one thread.
 */
final class VcdParser {
  /** Receives what is in the file. */
  interface Events {
    void timescale(String text);

    void enter(String scope);

    void leave();

    /** A name; the column is the number of its identifier. */
    void signal(String type, int width, String name, int column);

    void note(String text);

    /** Names end here. */
    void begin();

    /** A time that is later than the one before. */
    void time(long units);

    /** A change to digits, of which there may be fewer or more than the signal has bits. */
    void change(int column, byte[] digits, int at, int end);

    void change(int column, double value);

    /** Something that is not as it should be. */
    void problem(String text);

    /** As many bytes were read. */
    void progress(long bytes);
  }

  /** A word that cannot be what it should be. */
  private static final class NonsenseException extends Exception {
    private static final long serialVersionUID = 1L;

    NonsenseException(String message) {
      super(message);
    }
  }

  private static final int LONGEST_WORD = 1 << 22;
  private static final int LONGEST_COMMAND = 1 << 16;
  private static final int WIDEST = 1 << 20;

  /** Identifiers of up to three characters are found without a map. */
  private static final int RADIX = 96;

  private static final boolean[] IS_SCALAR = new boolean[128];

  static {
    "01xXzZuUwWhHlL-".chars().forEach(digit -> IS_SCALAR[digit] = true);
  }

  private final InputStream in;
  private final Events events;
  private final byte[] buffer = new byte[1 << 16];
  private int limit;
  private int position;

  /** The bytes before the buffer. */
  private long consumed;

  private byte[] word = new byte[256];

  /** Room for a second word, while the first one is needed. */
  private byte[] spare = new byte[256];

  private int length;
  private long wordAt;

  private final int[] shortNames = new int[RADIX * RADIX * RADIX];
  private final Map<String, Integer> longNames = new HashMap<>();
  private int columns;
  private boolean cut;
  private boolean begun;
  private long now = -1;
  private long strangers;
  private boolean wentBack;

  VcdParser(InputStream in, Events events) {
    this.in = in;
    this.events = events;
    Arrays.fill(shortNames, -1);
  }

  /** Parses; false if there are no names, so that it is no dump. */
  boolean parse() throws IOException {
    try {
      while (!cut && next()) {
        if (word[0] == '$') {
          command();
        } else if (!begun) {
          throw new NonsenseException("is no command of a VCD");
        } else {
          change();
        }
      }
    } catch (NonsenseException e) {
      events.problem(
          "'%s' at byte %d %s; what is behind it is not shown"
              .formatted(said(), wordAt, e.getMessage()));
    }
    if (strangers > 1) {
      events.problem(strangers + " changes are of signals that have no name");
    }
    return begun;
  }

  /** The word for people, who need not see all of it. */
  private String said() {
    String text = new String(word, 0, Math.min(length, 40), StandardCharsets.ISO_8859_1);
    return text.replaceAll("[^\\x20-\\x7e]", "?");
  }

  private int read() throws IOException {
    if (position == limit) {
      consumed += limit;
      position = 0;
      limit = Math.max(0, in.read(buffer));
      events.progress(consumed);
      if (limit == 0) {
        return -1;
      }
    }
    return buffer[position++] & 0xff;
  }

  private boolean next() throws IOException, NonsenseException {
    int letter = read();
    while (letter >= 0 && letter <= ' ') {
      letter = read();
    }
    length = 0;
    wordAt = consumed + position - 1;
    while (letter > ' ') {
      if (length == word.length) {
        if (length == LONGEST_WORD) {
          throw new NonsenseException("is longer than any word of a VCD");
        }
        word = Arrays.copyOf(word, 2 * length);
      }
      word[length++] = (byte) letter;
      letter = read();
    }
    if (letter < 0 && length > 0 && !is("$end")) {
      events.problem(
          "its last word, '%s' at byte %d, has no end: the file is cut off or still being written"
              .formatted(said(), wordAt));
      return false;
    }
    return length > 0;
  }

  private boolean is(String text) {
    if (length != text.length()) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (word[i] != text.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private String text() {
    return new String(word, 0, length, StandardCharsets.ISO_8859_1);
  }

  private List<String> untilEnd() throws IOException, NonsenseException {
    List<String> words = new ArrayList<>();
    while (true) {
      if (!next()) {
        if (length == 0) {
          events.problem("it ends at byte " + wordAt + " within a command");
        }
        cut = true;
        return words;
      }
      if (is("$end")) {
        return words;
      }
      if (words.size() == LONGEST_COMMAND) {
        throw new NonsenseException("is in a command without an end");
      }
      words.add(text());
    }
  }

  private void command() throws IOException, NonsenseException {
    switch (text()) {
      case "$timescale" -> events.timescale(String.join("", untilEnd()));
      case "$scope" -> {
        List<String> words = untilEnd();
        events.enter(words.isEmpty() ? "_" : words.getLast());
      }
      case "$upscope" -> {
        untilEnd();
        events.leave();
      }
      case "$var" -> variable(untilEnd());
      case "$enddefinitions" -> {
        untilEnd();
        if (!cut) {
          begun = true;
          events.begin();
        }
      }
      case "$comment" -> events.note(String.join(" ", untilEnd()));
      case "$dumpvars", "$dumpall", "$dumpon", "$dumpoff", "$end" -> {
        // The changes that follow are read like all others.
      }
      default -> untilEnd();
    }
  }

  private void variable(List<String> words) throws NonsenseException {
    if (begun) {
      throw new NonsenseException("comes behind the names");
    }
    if (words.size() < 4) {
      return;
    }
    String type = words.getFirst();
    boolean real = type.equals("real") || type.equals("realtime");
    int width = real ? Long.SIZE : width(words.get(1));
    StringBuilder name = new StringBuilder();
    for (String each : words.subList(3, words.size())) {
      name.append(name.isEmpty() ? "" : " ").append(each);
    }
    if (width == 0) {
      events.problem("the signal " + name + " has '" + words.get(1) + "' bits; it is left out");
      return;
    }
    String id = words.get(2);
    byte[] letters = id.getBytes(StandardCharsets.ISO_8859_1);
    int column = column(letters, 0, letters.length);
    if (column < 0) {
      column = columns++;
      int place = place(letters, 0, letters.length);
      if (place < 0) {
        longNames.put(id, column);
      } else {
        shortNames[place] = column;
      }
    }
    events.signal(type, width, name.toString(), column);
  }

  /** A number of bits, 0 if it is none. */
  private static int width(String text) {
    boolean sensible = text.matches("[1-9]\\d{0,6}") && Integer.parseInt(text) <= WIDEST;
    return sensible ? Integer.parseInt(text) : 0;
  }

  /** The place of a short identifier, -1 for another. */
  private static int place(byte[] letters, int at, int end) {
    if (end - at > 3 || end == at) {
      return -1;
    }
    int place = 0;
    for (int i = at; i < end; i++) {
      if (letters[i] <= ' ') {
        return -1;
      }
      place = place * RADIX + letters[i] - ' ';
    }
    return place;
  }

  private int column(byte[] letters, int at, int end) {
    int place = place(letters, at, end);
    return place >= 0
        ? shortNames[place]
        : longNames.getOrDefault(
            new String(letters, at, end - at, StandardCharsets.ISO_8859_1), -1);
  }

  /** The column of the signal that a change is of, or -1 after a stranger. */
  private int changed(int at) {
    int column = column(word, at, length);
    if (column < 0) {
      if (strangers++ == 0) {
        events.problem(
            "'%s' at byte %d changes a signal that has no name".formatted(said(), wordAt));
      }
    } else if (now < 0) {
      now = 0;
      events.time(0);
    }
    return column;
  }

  private void change() throws IOException, NonsenseException {
    char kind = (char) word[0];
    switch (kind) {
      case '#' -> time();
      case 'b', 'B' -> {
        byte[] digits = word;
        int end = length;
        for (int i = 1; i < end; i++) {
          if (digits[i] < 0 || !IS_SCALAR[digits[i]]) {
            throw new NonsenseException("is no number of bits");
          }
        }
        word = spare;
        if (!next()) {
          cutOff();
        } else {
          int column = changed(0);
          if (column >= 0) {
            events.change(column, digits, 1, end);
          }
        }
        spare = word;
        word = digits;
      }
      case 'r', 'R' -> {
        double value = real();
        if (!next()) {
          cutOff();
          return;
        }
        int column = changed(0);
        if (column >= 0) {
          events.change(column, value);
        }
      }
      case 's', 'S' -> next();
      default -> {
        if (word[0] < 0 || !IS_SCALAR[word[0]]) {
          throw new NonsenseException("is no change of a value");
        }
        int column = changed(1);
        if (column >= 0) {
          events.change(column, word, 0, 1);
        }
      }
    }
  }

  private void cutOff() {
    if (length == 0) {
      events.problem("it ends at byte " + wordAt + " within a change");
    }
  }

  private double real() throws NonsenseException {
    try {
      return Double.parseDouble(new String(word, 1, length - 1, StandardCharsets.ISO_8859_1));
    } catch (NumberFormatException e) {
      throw new NonsenseException("is no real number");
    }
  }

  private void time() throws NonsenseException {
    if (length < 2 || length > 19) {
      throw new NonsenseException("is no time");
    }
    long time = 0;
    for (int i = 1; i < length; i++) {
      int digit = word[i] - '0';
      if (digit < 0 || digit > 9) {
        throw new NonsenseException("is no time");
      }
      time = time * 10 + digit;
    }
    if (time > now) {
      now = time;
      events.time(time);
    } else if (time < now && !wentBack) {
      wentBack = true;
      events.problem(
          "'%s' at byte %d is before the time %d in front of it; its changes are shown there"
              .formatted(said(), wordAt, now));
    }
  }
}
