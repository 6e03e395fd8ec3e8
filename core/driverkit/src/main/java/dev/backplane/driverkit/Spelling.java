package dev.backplane.driverkit;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds what somebody may have meant who wrote a word that is not known. */
public final class Spelling {
  private static final int MOST_EDITS = 2;

  private Spelling() {}

  /**
   * Looks for a known word that is like another: one is the beginning of the other, or they differ
   * in at most two letters.
   *
   * @param word what was written
   * @param known the words that there are
   * @return the one that needs the fewest changes, the first of several
   */
  public static Optional<String> nearest(String word, Collection<String> known) {
    String written = word.toLowerCase(Locale.ROOT);
    String best = null;
    int fewest = Integer.MAX_VALUE;
    for (String each : known) {
      String other = each.toLowerCase(Locale.ROOT);
      int edits = distance(written, other);
      boolean begins =
          !written.isEmpty() && (written.startsWith(other) || other.startsWith(written));
      boolean near = edits <= MOST_EDITS && edits < Math.max(written.length(), other.length());
      if ((begins || near) && edits < fewest) {
        best = each;
        fewest = edits;
      }
    }
    return Optional.ofNullable(best);
  }

  /** Counts the letters that have to be put in, taken out or replaced. */
  private static int distance(String one, String other) {
    int[] row = new int[other.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int replaced = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[other.length()];
  }
}
