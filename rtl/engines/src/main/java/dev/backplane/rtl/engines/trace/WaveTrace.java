package dev.backplane.rtl.engines.trace;

import java.util.List;

/**
 * A signal in a window that is divided into columns. A column with one change has it exactly; of a
 * column with more there is only their number. So a trace has at most as many entries as columns.
 *
 * <p>Values are texts. The first letter says how the rest is to be read: {@code h} for hexadecimal
 * digits, {@code b} for bits of which some are unknown, {@code r} for a real number, which is empty
 * if there is no value. A text that was cut ends with {@code ~}.
 *
 * @param before the value in front of the window
 * @param entries the changes, in the order of time
 */
public record WaveTrace(String before, List<Entry> entries) {
  /** Copies the list. */
  public WaveTrace {
    entries = List.copyOf(entries);
  }

  /**
   * A change, or the changes of columns beside each other that have more than one each.
   *
   * @param time the time of the first change
   * @param last the time of the last change
   * @param count how many changes
   * @param unknown whether one of the values has unknown bits
   * @param value the value after the last change
   */
  public record Entry(long time, long last, long count, boolean unknown, String value) {}
}
