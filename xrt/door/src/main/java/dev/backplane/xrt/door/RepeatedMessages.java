package dev.backplane.xrt.door;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Passes each message on once and counts its repetitions, which are told at the end. Messages that
 * differ in numbers only are of one kind; of a kind the first few are passed on.
 */
final class RepeatedMessages {
  private static final int FIRST = 3;

  /** Kinds that are told apart; what comes after them is passed on as it is. */
  private static final int KINDS = 256;

  private static final Pattern NUMBER = Pattern.compile("0x[0-9a-fA-F]+|\\b\\d+\\b");

  private static final class Kind {
    private final String first;
    private String latest;
    private int passed = 1;
    private long held;

    Kind(String text) {
      first = text;
      latest = text;
    }
  }

  private final Map<String, Kind> kinds = new LinkedHashMap<>();

  /** {@return whether a message is to be passed on; if not it was counted} */
  boolean isNew(String text) {
    String key = NUMBER.matcher(text).replaceAll("#");
    Kind kind = kinds.get(key);
    if (kind == null) {
      if (kinds.size() < KINDS) {
        kinds.put(key, new Kind(text));
      }
      return true;
    }
    if (kind.passed < FIRST && !text.equals(kind.latest) && !text.equals(kind.first)) {
      kind.passed++;
      kind.latest = text;
      return true;
    }
    kind.held++;
    kind.latest = text;
    return false;
  }

  /** Tells how often messages were repeated since this was last called. */
  void tellCounts(Consumer<String> log) {
    for (Kind kind : kinds.values()) {
      if (kind.held > 0) {
        String last = kind.latest.equals(kind.first) ? "" : "; the last of them: " + kind.latest;
        log.accept("%d more times: %s%s".formatted(kind.held, kind.first, last));
        kind.held = 0;
      }
    }
  }
}
