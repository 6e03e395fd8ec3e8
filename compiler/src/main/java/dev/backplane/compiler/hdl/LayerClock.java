package dev.backplane.compiler.hdl;

import java.util.Map;

/** The handshakes of the units that sum products, clock by clock. */
final class LayerClock {
  private LayerClock() {}

  /** The unit {@code backplane_matrix}. */
  static final class Matrix extends StageClock {
    private final int depth;
    private final int folds;
    private final int groups;
    private final int parts;
    private long valid;
    private long last;
    private int fold;
    private int group;
    private int part;
    private boolean isFull;

    Matrix(Map<String, Integer> parameters) {
      depth = parameters.getOrDefault("LEVELS", 0) + 2;
      folds = parameters.getOrDefault("FOLDS", 1);
      groups = parameters.getOrDefault("GROUPS", 1);
      parts = parameters.getOrDefault("PARTS", 1);
    }

    @Override
    boolean valid(int output, boolean[] offered) {
      return isFull;
    }

    private boolean hasRoom(boolean[] taken) {
      return !isFull || (taken[0] && part == parts - 1);
    }

    private boolean isFinished() {
      return (valid & last & (1L << (depth - 1))) != 0;
    }

    @Override
    boolean ready(int input, boolean[] offered, boolean[] taken) {
      return group == 0 && (!isFinished() || hasRoom(taken));
    }

    @Override
    void edge(boolean[] offered, boolean[] taken) {
      boolean hasRoom = hasRoom(taken);
      boolean isFinished = isFinished();
      if (isFull && taken[0]) {
        part = (part + 1) % parts;
      }
      isFull = (isFinished && hasRoom) || !hasRoom || (isFull && part != 0);
      if (!isFinished || hasRoom) {
        boolean isTaken = offered[0] || group != 0;
        valid = (valid << 1) | (isTaken ? 1 : 0);
        last = (last << 1) | (fold == folds - 1 ? 1 : 0);
        if (isTaken) {
          fold = (fold + 1) % folds;
          group = fold == 0 ? (group + 1) % groups : group;
        }
      }
    }
  }

  /** The unit {@code backplane_linear}. */
  static final class Linear extends StageClock {
    private final int inputs;
    private final int groups;
    private final int lanes;
    private final int lastLanes;
    private int index;
    private int group;
    private int lane;
    private boolean isAdding;
    private boolean isLast;
    private boolean isOfLastGroup;
    private boolean isFull;
    private boolean isShort;

    Linear(Map<String, Integer> parameters) {
      inputs = parameters.getOrDefault("INPUTS", 1);
      groups = parameters.getOrDefault("GROUPS", 1);
      lanes = parameters.getOrDefault("LANES", 1);
      lastLanes = parameters.getOrDefault("OUTPUTS", 1) - (groups - 1) * lanes;
    }

    @Override
    boolean valid(int output, boolean[] offered) {
      return isFull;
    }

    private boolean isBlocked() {
      return index == inputs - 1 && (isFull || (isAdding && isLast));
    }

    @Override
    boolean ready(int input, boolean[] offered, boolean[] taken) {
      return group == 0 && !isBlocked();
    }

    @Override
    void edge(boolean[] offered, boolean[] taken) {
      boolean isTaken = (offered[0] || group != 0) && !isBlocked();
      if (isAdding && isLast) {
        isFull = true;
        isShort = isOfLastGroup;
      } else if (isFull && taken[0]) {
        lane++;
        if (lane == (isShort ? lastLanes : lanes)) {
          isFull = false;
          lane = 0;
        }
      }
      isAdding = isTaken;
      if (isTaken) {
        isLast = index == inputs - 1;
        isOfLastGroup = group == groups - 1;
        index = (index + 1) % inputs;
        group = index == 0 ? (group + 1) % groups : group;
      }
    }
  }
}
