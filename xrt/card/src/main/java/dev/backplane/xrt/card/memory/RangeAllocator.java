package dev.backplane.xrt.card.memory;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Manages the free parts of a range of addresses: allocates by first fit at pages, and claims
 * ranges that somebody else chose.
 *
 * <p>The holes are a treap in the order of addresses; each node knows the largest fit below it, so
 * that the first hole that fits is found without looking at the others. Not safe for use by several
 * threads.
 */
final class RangeAllocator {
  /**
   * A range that is not free.
   *
   * @param from whose it is
   * @param start its first address
   * @param end the address behind it
   */
  record Taken(RangeAllocator from, long start, long end) {
    void giveBack() {
      from.free(start, end);
    }
  }

  /** A free range; the tree's node. */
  private static final class Hole {
    private long start;
    private long end;
    private final int priority;
    private long most;
    private @Nullable Hole left;
    private @Nullable Hole right;

    Hole(long start, long end, int priority) {
      this.start = start;
      this.end = end;
      this.priority = priority;
      update();
    }

    /** {@return the bytes from the first page boundary in the hole to its end} */
    long fit() {
      return Math.max(0, end - Regions.pageUp(start));
    }

    Hole update() {
      most = Math.max(fit(), Math.max(mostOf(left), mostOf(right)));
      return this;
    }
  }

  private final long start;
  private final long end;
  private @Nullable Hole root;
  private int seed = 1;

  RangeAllocator(long start, long end) {
    this.start = start;
    this.end = end;
    if (start < end) {
      add(start, end);
    }
  }

  long start() {
    return start;
  }

  long end() {
    return end;
  }

  /**
   * Finds the lowest page of a part where so many bytes are free, with a guard behind them unless
   * the part ends there, and takes them.
   *
   * @return what was taken, or null
   */
  @Nullable Taken allocate(long bytes, long guard, long from, long to) {
    Hole hole = floor(from);
    if (hole == null || hole.start >= from || !fits(hole, from, bytes, guard, to)) {
      hole = bytes > Long.MAX_VALUE - guard ? null : firstFit(root, from, bytes + guard);
      if (hole == null || !fits(hole, from, bytes, guard, to)) {
        // Where the part ends no guard is needed.
        hole = floor(to - 1);
        if (hole == null || !fits(hole, from, bytes, guard, to)) {
          return null;
        }
      }
    }
    long low = Regions.pageUp(Math.max(hole.start, from));
    long high = reservedEnd(hole, low, bytes, guard);
    take(hole, low, high);
    return new Taken(this, low, high);
  }

  /** Takes a range that somebody else chose. Returns null if a part of it is not free. */
  @Nullable Taken claim(long from, long to) {
    Hole around = floor(from);
    if (around == null || around.end < to) {
      return null;
    }
    take(around, from, to);
    return new Taken(this, from, to);
  }

  /** Takes what is free of a range, piece by piece. */
  void claimFree(long from, long to, Consumer<Taken> pieces) {
    long at = from;
    while (at < to) {
      Hole around = floor(at);
      if (around == null || around.end <= at) {
        Hole next = firstFit(root, at, 0);
        if (next == null || next.start >= to) {
          return;
        }
        at = next.start;
      } else {
        long stop = Math.min(to, around.end);
        take(around, at, stop);
        pieces.accept(new Taken(this, at, stop));
        at = stop;
      }
    }
  }

  private void free(long from, long to) {
    Hole before = floor(from);
    Hole last = floor(to);
    Hole behind = last != null && last.start == to ? last : null;
    long high = behind == null ? to : behind.end;
    if (before != null && before.end == from) {
      if (behind != null) {
        root = remove(root, to);
      }
      resize(root, before.start, before.start, high);
    } else if (behind != null) {
      resize(root, to, from, high);
    } else {
      add(from, to);
    }
  }

  private static long reservedEnd(Hole hole, long address, long bytes, long guard) {
    long behind = Regions.pageUp(address + bytes);
    return behind > hole.end - guard ? hole.end : behind + guard;
  }

  /** {@return the bytes of a part that buffers could take, and the most that one could} */
  Room room(long from, long to, long guard) {
    Room room = new Room();
    visit(root, from, to, guard, room);
    return room;
  }

  /** The free bytes, in total and in the largest piece. */
  static final class Room {
    private long free;
    private long largest;

    long free() {
      return free;
    }

    long largest() {
      return largest;
    }

    private void add(long usable) {
      free += usable;
      largest = Math.max(largest, usable);
    }
  }

  private static void visit(@Nullable Hole hole, long from, long to, long guard, Room room) {
    if (hole == null) {
      return;
    }
    if (hole.start > from) {
      visit(hole.left, from, to, guard, room);
    }
    long low = Regions.pageUp(Math.max(hole.start, from));
    long high = Math.min(hole.end, to);
    room.add(Math.max(0, high == to ? high - low : high - low - guard));
    if (hole.end < to) {
      visit(hole.right, from, to, guard, room);
    }
  }

  private static boolean fits(Hole hole, long from, long bytes, long guard, long to) {
    long low = Regions.pageUp(Math.max(hole.start, from));
    long high = Math.min(hole.end, to);
    long usable = high == to ? high - low : high - low - guard;
    return usable >= bytes;
  }

  private void take(Hole around, long from, long to) {
    long low = around.start;
    long high = around.end;
    if (low < from) {
      resize(root, low, low, from);
      if (to < high) {
        add(to, high);
      }
    } else if (to < high) {
      resize(root, low, to, high);
    } else {
      root = remove(root, low);
    }
  }

  private void add(long from, long to) {
    seed = seed * 1_664_525 + 1_013_904_223;
    root = insert(root, new Hole(from, to, seed));
  }

  /** The lowest hole from an address on that takes so much. */
  private static @Nullable Hole firstFit(@Nullable Hole tree, long from, long bytes) {
    if (tree == null || tree.most < bytes) {
      return null;
    }
    if (tree.start >= from) {
      Hole lower = firstFit(tree.left, from, bytes);
      if (lower != null) {
        return lower;
      }
      if (tree.fit() >= bytes) {
        return tree;
      }
    }
    return firstFit(tree.right, from, bytes);
  }

  private @Nullable Hole floor(long address) {
    Hole node = root;
    Hole best = null;
    while (node != null) {
      if (node.start <= address) {
        best = node;
        node = node.right;
      } else {
        node = node.left;
      }
    }
    return best;
  }

  /** Moves the ends of the hole at an address; it stays between its neighbours. */
  private static void resize(@Nullable Hole tree, long key, long start, long end) {
    if (tree == null) {
      throw new IllegalStateException("no hole at " + key);
    }
    if (tree.start == key) {
      tree.start = start;
      tree.end = end;
    } else {
      resize(key < tree.start ? tree.left : tree.right, key, start, end);
    }
    tree.update();
  }

  private static Hole insert(@Nullable Hole tree, Hole added) {
    if (tree == null) {
      return added;
    }
    if (added.priority > tree.priority) {
      split(tree, added);
      return added.update();
    }
    if (added.start < tree.start) {
      tree.left = insert(tree.left, added);
    } else {
      tree.right = insert(tree.right, added);
    }
    return tree.update();
  }

  /** Puts what lies below an address to the left of a new hole, and the rest to its right. */
  private static void split(@Nullable Hole tree, Hole around) {
    if (tree == null) {
      around.left = null;
      around.right = null;
    } else if (tree.start < around.start) {
      split(tree.right, around);
      tree.right = around.left;
      around.left = tree.update();
    } else {
      split(tree.left, around);
      tree.left = around.right;
      around.right = tree.update();
    }
  }

  private static @Nullable Hole remove(@Nullable Hole tree, long key) {
    if (tree == null) {
      return null;
    }
    if (tree.start == key) {
      return join(tree.left, tree.right);
    }
    if (key < tree.start) {
      tree.left = remove(tree.left, key);
    } else {
      tree.right = remove(tree.right, key);
    }
    return tree.update();
  }

  private static @Nullable Hole join(@Nullable Hole low, @Nullable Hole high) {
    if (low == null) {
      return high;
    }
    if (high == null) {
      return low;
    }
    if (low.priority > high.priority) {
      low.right = join(low.right, high);
      return low.update();
    }
    high.left = join(low, high.left);
    return high.update();
  }

  private static long mostOf(@Nullable Hole tree) {
    return tree == null ? 0 : tree.most;
  }
}
