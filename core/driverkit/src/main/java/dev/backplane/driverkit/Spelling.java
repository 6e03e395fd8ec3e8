package dev.backplane.driverkit;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
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
    return allNearest(word, known).stream().findFirst();
  }

  /**
   * Looks for known words that are like another, as {@link #nearest} does.
   *
   * @param word what was written
   * @param known the words that there are
   * @return those that need the fewest changes, in their order; empty if none is like it
   */
  public static List<String> allNearest(String word, Collection<String> known) {
    String written = word.toLowerCase(Locale.ROOT);
    List<String> best = new ArrayList<>();
    int fewest = Integer.MAX_VALUE;
    for (String each : known) {
      String other = each.toLowerCase(Locale.ROOT);
      int edits = distance(written, other);
      boolean begins =
          !written.isEmpty() && (written.startsWith(other) || other.startsWith(written));
      boolean near = edits <= MOST_EDITS && edits < Math.max(written.length(), other.length());
      if ((begins || near) && edits <= fewest) {
        if (edits < fewest) {
          best.clear();
        }
        best.add(each);
        fewest = edits;
      }
    }
    return best;
  }

  /** Counts the letters to put in, take out or replace, and the neighbours to exchange. */
  private static int distance(String one, String other) {
    int[] before = new int[other.length() + 1];
    int[] above = new int[other.length() + 1];
    int[] row = new int[other.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      int[] oldest = before;
      before = above;
      above = row;
      row = oldest;
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int replaced = above[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, Math.min(above[j], row[j - 1]) + 1);
        if (i > 1
            && j > 1
            && one.charAt(i - 1) == other.charAt(j - 2)
            && one.charAt(i - 2) == other.charAt(j - 1)) {
          row[j] = Math.min(row[j], before[j - 2] + 1);
        }
      }
    }
    return row[other.length()];
  }
}
