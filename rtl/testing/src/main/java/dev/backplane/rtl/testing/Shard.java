package dev.backplane.rtl.testing;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One of several parts of the runs of test files, for machines that share the work: every run is in
 * exactly one of them, whichever machine asks.
 *
 * @param number which part, from 1 on
 * @param count how many parts there are
 */
public record Shard(int number, int count) {
  /** All runs. */
  public static final Shard WHOLE = new Shard(1, 1);

  private static final Pattern TEXT = Pattern.compile("(\\d{1,9})/(\\d{1,9})");

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if there is no such part
   */
  public Shard {
    if (number < 1 || number > count) {
      throw new IllegalArgumentException(
          "%d/%d is no shard: %s"
              .formatted(
                  number,
                  count,
                  count < 1
                      ? "there is at least one"
                      : "of %d, the first is 1/%d and the last %d/%d"
                          .formatted(count, count, count, count)));
    }
  }

  /**
   * Reads a shard.
   *
   * @param text its number and how many there are, for example {@code 2/4}
   * @return the shard
   * @throws IllegalArgumentException saying what is wrong
   */
  public static Shard parse(String text) {
    Matcher matcher = TEXT.matcher(text.strip());
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "'%s' is no shard: write its number and how many there are, as in 2/4".formatted(text));
    }
    return new Shard(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
  }

  /** {@return whether a run is in it, by the number of the run among all} */
  boolean has(long run) {
    return run % count == number - 1;
  }
}
