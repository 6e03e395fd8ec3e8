package dev.backplane.rtl.frontends.verilator;

import org.jspecify.annotations.Nullable;

/**
 * The parts of a selection in brackets, on one line.
 *
 * @param index what is before the separator
 * @param kind the separator, or nothing
 * @param count what is behind it
 */
record WrittenSelection(String index, String kind, String count) {
  /** {@return how long it is, with its brackets} */
  int length() {
    return index.length() + kind.length() + count.length() + 2;
  }

  boolean isConstantRange() {
    return kind.isEmpty() && index.contains(":") && !index.contains("?");
  }

  /** The selection whose bracket is at a place of a line, or null if it does not end there. */
  static @Nullable WrittenSelection of(String line, int open) {
    int depth = 0;
    int separator = -1;
    for (int at = open; at < line.length(); at++) {
      char c = line.charAt(at);
      depth += "[({".indexOf(c) >= 0 ? 1 : "])}".indexOf(c) >= 0 ? -1 : 0;
      if (c == '"' || line.startsWith("//", at) || line.startsWith("/*", at)) {
        return null;
      }
      if (depth == 1 && (line.startsWith("+:", at) || line.startsWith("-:", at))) {
        separator = at;
      }
      if (depth == 0) {
        return separator < 0
            ? new WrittenSelection(line.substring(open + 1, at), "", "")
            : new WrittenSelection(
                line.substring(open + 1, separator),
                line.substring(separator, separator + 2),
                line.substring(separator + 2, at));
      }
    }
    return null;
  }
}
