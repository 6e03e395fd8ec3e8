package dev.backplane.compiler.hdl;

/**
 * The handshakes of a static unit, clock by clock, without its numbers: what it offers and takes,
 * as its hardware does. For use by one thread.
 */
abstract class StageClock {
  /** {@return whether an output has a beat, while inputs have these} */
  abstract boolean valid(int output, boolean[] offered);

  /** {@return whether an input is taken, while inputs have these and outputs are taken} */
  abstract boolean ready(int input, boolean[] offered, boolean[] taken);

  /** Ends the clock. */
  void edge(boolean[] offered, boolean[] taken) {}

  /** A unit without a register: a beat goes through when all inputs have one. */
  static final class Through extends StageClock {
    @Override
    boolean valid(int output, boolean[] offered) {
      for (boolean each : offered) {
        if (!each) {
          return false;
        }
      }
      return true;
    }

    @Override
    boolean ready(int input, boolean[] offered, boolean[] taken) {
      for (int i = 0; i < offered.length; i++) {
        if (i != input && !offered[i]) {
          return false;
        }
      }
      return taken[0];
    }
  }

  /** A unit that gives each beat so many times, from the clock after it came. */
  static final class Repeated extends StageClock {
    private final int times;
    private boolean isFull;
    private int given;

    Repeated(int times) {
      this.times = times;
    }

    @Override
    boolean valid(int output, boolean[] offered) {
      return isFull;
    }

    @Override
    boolean ready(int input, boolean[] offered, boolean[] taken) {
      return !isFull || (taken[0] && given == times - 1);
    }

    @Override
    void edge(boolean[] offered, boolean[] taken) {
      boolean isReady = ready(0, offered, taken);
      if (isFull && taken[0]) {
        given = (given + 1) % times;
      }
      if (isReady) {
        isFull = offered[0];
      }
    }
  }

  /** A unit with a register behind each of its steps; a beat takes one of each input. */
  static final class Pipelined extends StageClock {
    private final boolean[] full;

    Pipelined(int depth) {
      full = new boolean[depth];
    }

    @Override
    boolean valid(int output, boolean[] offered) {
      return full[full.length - 1];
    }

    @Override
    boolean ready(int input, boolean[] offered, boolean[] taken) {
      for (int i = 0; i < offered.length; i++) {
        if (i != input && !offered[i]) {
          return false;
        }
      }
      boolean moves = taken[0];
      for (int step = full.length - 1; step >= 0; step--) {
        moves |= !full[step];
      }
      return moves;
    }

    @Override
    void edge(boolean[] offered, boolean[] taken) {
      boolean comes = true;
      for (boolean each : offered) {
        comes &= each;
      }
      boolean moves = taken[0];
      for (int step = full.length - 1; step >= 0; step--) {
        moves |= !full[step];
        if (moves) {
          full[step] = step == 0 ? comes : full[step - 1];
        }
      }
    }
  }

  /** A unit that makes one beat of several. */
  static final class Joined extends StageClock {
    private final int count;
    private boolean isFull;
    private int index;

    Joined(int count) {
      this.count = count;
    }

    @Override
    boolean valid(int output, boolean[] offered) {
      return isFull;
    }

    @Override
    boolean ready(int input, boolean[] offered, boolean[] taken) {
      return !isFull || taken[0];
    }

    @Override
    void edge(boolean[] offered, boolean[] taken) {
      if (ready(0, offered, taken) && offered[0]) {
        isFull = index == count - 1;
        index = isFull ? 0 : index + 1;
      } else if (taken[0]) {
        isFull = false;
      }
    }
  }

  /** A unit that gives a number of each window while the next one comes. */
  static final class Reduced extends StageClock {
    private final int count;
    private boolean isFull;
    private int index;

    Reduced(int count) {
      this.count = count;
    }

    @Override
    boolean valid(int output, boolean[] offered) {
      return isFull;
    }

    @Override
    boolean ready(int input, boolean[] offered, boolean[] taken) {
      return index < count - 1 || !isFull;
    }

    @Override
    void edge(boolean[] offered, boolean[] taken) {
      boolean isTaken = offered[0] && ready(0, offered, taken);
      if (isTaken && index == count - 1) {
        isFull = true;
      } else if (taken[0]) {
        isFull = false;
      }
      if (isTaken) {
        index = (index + 1) % count;
      }
    }
  }

  /** A unit that gives something for the last ones of several rounds alone, at once. */
  static final class Rounds extends StageClock {
    private final int size;
    private final int rounds;
    private int index;

    Rounds(int size, int rounds) {
      this.size = size;
      this.rounds = rounds;
    }

    private boolean isLast() {
      return index >= size * (rounds - 1);
    }

    @Override
    boolean valid(int output, boolean[] offered) {
      return offered[0] && isLast();
    }

    @Override
    boolean ready(int input, boolean[] offered, boolean[] taken) {
      return taken[0] || !isLast();
    }

    @Override
    void edge(boolean[] offered, boolean[] taken) {
      if (offered[0] && ready(0, offered, taken)) {
        index = (index + 1) % (size * rounds);
      }
    }
  }

  /** A unit that computes so many steps on each beat before it gives one and takes the next. */
  static final class Steps extends StageClock {
    private final int steps;
    private boolean isBusy;
    private boolean isFull;
    private int step;

    Steps(int steps) {
      this.steps = steps;
    }

    @Override
    boolean valid(int output, boolean[] offered) {
      return isFull;
    }

    @Override
    boolean ready(int input, boolean[] offered, boolean[] taken) {
      return !isBusy && !isFull;
    }

    @Override
    void edge(boolean[] offered, boolean[] taken) {
      if (isBusy) {
        step++;
        isFull = step == steps;
        isBusy = !isFull;
      } else if (isFull) {
        isFull = !taken[0];
      } else if (offered[0]) {
        isBusy = true;
        step = 0;
      }
    }
  }

  /** A unit that gives each beat to two. */
  static final class Fork extends StageClock {
    private final boolean[] done = new boolean[2];

    @Override
    boolean valid(int output, boolean[] offered) {
      return offered[0] && !done[output];
    }

    @Override
    boolean ready(int input, boolean[] offered, boolean[] taken) {
      return (done[0] || taken[0]) && (done[1] || taken[1]);
    }

    @Override
    void edge(boolean[] offered, boolean[] taken) {
      if (offered[0]) {
        boolean isFirst = done[0] || taken[0];
        boolean isSecond = done[1] || taken[1];
        done[0] = isFirst && !isSecond;
        done[1] = isSecond && !isFirst;
      }
    }
  }

  /** A unit that keeps beats. */
  static final class Queue extends StageClock {
    private final int depth;
    private int count;
    private boolean isFull;

    Queue(int depth) {
      this.depth = depth;
    }

    @Override
    boolean valid(int output, boolean[] offered) {
      return isFull;
    }

    @Override
    boolean ready(int input, boolean[] offered, boolean[] taken) {
      return count < depth;
    }

    @Override
    void edge(boolean[] offered, boolean[] taken) {
      boolean isWritten = offered[0] && count < depth;
      boolean isRead = count > 0 && (!isFull || taken[0]);
      isFull = isRead || (isFull && !taken[0]);
      count += (isWritten ? 1 : 0) - (isRead ? 1 : 0);
    }
  }

  /** A unit that gives runs of its inputs in turn. */
  static final class Turns extends StageClock {
    private final int[] runs;
    private int turn;
    private int count;

    Turns(int... runs) {
      this.runs = runs;
    }

    @Override
    boolean valid(int output, boolean[] offered) {
      return offered[turn];
    }

    @Override
    boolean ready(int input, boolean[] offered, boolean[] taken) {
      return taken[0] && input == turn;
    }

    @Override
    void edge(boolean[] offered, boolean[] taken) {
      if (offered[turn] && taken[0]) {
        count++;
        if (count == runs[turn]) {
          count = 0;
          turn = 1 - turn;
        }
      }
    }
  }
}
