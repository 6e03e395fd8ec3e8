package dev.backplane.capi.card.psl;

import java.util.Random;

/**
 * The faults that a soft PSL injects at random to test AFUs; a real PSL may show all of them. The
 * same seed and the same commands give the same answers.
 *
 * @param seed the seed of the random choice of commands
 * @param paged how many of 100 commands on memory are answered with PAGED
 * @param delay how many of 100 commands are not answered at once
 * @param reorder how many of 100 commands change places with another one
 * @param lost how many of 100 reservations are lost before the write, and locks not given
 */
public record Faults(long seed, int paged, int delay, int reorder, int lost) {
  /** All commands are answered at once, in their order. */
  public static final Faults NONE = new Faults(0, 0, 0, 0, 0);

  /** The highest percentage of a fault that keeps an AFU from making progress. */
  public static final int MOST_PERCENT = 90;

  /** The highest percentage of a fault that does not. */
  public static final int ALL = 100;

  /** Refuses what is no percentage. */
  public Faults {
    if (!isWithin(paged, MOST_PERCENT)
        || !isWithin(delay, MOST_PERCENT)
        || !isWithin(reorder, ALL)
        || !isWithin(lost, MOST_PERCENT)) {
      throw new IllegalArgumentException("percentages of faults are 0 to 90, and to 100 of order");
    }
  }

  /** Creates faults of time, order and pages, without losses. */
  public Faults(long seed, int paged, int delay, int reorder) {
    this(seed, paged, delay, reorder, 0);
  }

  private static boolean isWithin(int percent, int most) {
    return percent >= 0 && percent <= most;
  }

  /** {@return these without those of time and order, for an AFU that has them at its pins} */
  public Faults ofCommands() {
    return new Faults(seed, paged, 0, 0, lost);
  }

  boolean isNone() {
    return paged == 0 && delay == 0 && reorder == 0 && lost == 0;
  }

  /** Starts to choose. */
  Choice choose() {
    return new Choice(this);
  }

  /** Chooses the commands that each fault affects. Not safe for use by several threads. */
  static final class Choice {
    private final Faults faults;
    private final Random random;

    private Choice(Faults faults) {
      this.faults = faults;
      random = new Random(faults.seed());
    }

    boolean isPaged() {
      return meets(faults.paged());
    }

    boolean isLost() {
      return meets(faults.lost());
    }

    boolean isDelayed() {
      return meets(faults.delay());
    }

    /** Changes the order of some tags. */
    void reorder(int[] tags, int count) {
      for (int i = 0; i < count; i++) {
        if (meets(faults.reorder())) {
          int other = random.nextInt(count);
          int tag = tags[i];
          tags[i] = tags[other];
          tags[other] = tag;
        }
      }
    }

    private boolean meets(int percent) {
      return percent > 0 && random.nextInt(ALL) < percent;
    }
  }
}
