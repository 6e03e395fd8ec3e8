package dev.backplane.rtl.harness.psl;

import java.util.Arrays;

/**
 * Addresses that were translated for a DMA each, by itag: 0 to 255 for reads, 256 to 511 for
 * writes. An itag that was given back is given out again after the others.
 */
public final class Translations {
  /** The number of itags. */
  public static final int COUNT = 512;

  private static final int EACH = COUNT / 2;

  private final boolean[] taken = new boolean[COUNT];

  /** True for an itag that was revoked and not given out again since. */
  private final boolean[] revoked = new boolean[COUNT];

  private final int[] processes = new int[COUNT];
  private final long[] addresses = new long[COUNT];
  private final int[] next = new int[2];

  /** Creates translations of which none is given out. */
  public Translations() {}

  /**
   * Takes an itag.
   *
   * @param store whether it is for a write
   * @param process the process element
   * @param address the effective address
   * @return the itag; -1 if all are taken
   */
  public int take(boolean store, int process, long address) {
    int side = store ? 1 : 0;
    for (int i = 0; i < EACH; i++) {
      int itag = side * EACH + (next[side] + i) % EACH;
      if (!taken[itag]) {
        next[side] = (itag + 1) % EACH;
        taken[itag] = true;
        revoked[itag] = false;
        processes[itag] = process;
        addresses[itag] = address;
        return itag;
      }
    }
    return -1;
  }

  /** {@return whether an itag is taken, for a write or for a read} */
  public boolean isTaken(int itag, boolean store) {
    return itag >= 0 && itag < COUNT && taken[itag] && itag >= EACH == store;
  }

  /** Takes all away that a process element has: those who hold them do not know. */
  public void revoke(int process) {
    for (int itag = 0; itag < COUNT; itag++) {
      if (taken[itag] && processes[itag] == process) {
        taken[itag] = false;
        revoked[itag] = true;
      }
    }
  }

  /** {@return whether an itag was taken away, for a write or for a read, and is nobody's now} */
  public boolean isRevoked(int itag, boolean store) {
    return itag >= 0 && itag < COUNT && revoked[itag] && itag >= EACH == store;
  }

  /** {@return the process element of an itag that is taken} */
  public int process(int itag) {
    return processes[itag];
  }

  /** {@return the address of an itag that is taken} */
  public long address(int itag) {
    return addresses[itag];
  }

  /** Gives an itag back. */
  public void giveBack(int itag) {
    taken[itag] = false;
  }

  /** Gives all back. */
  public void clear() {
    Arrays.fill(taken, false);
    Arrays.fill(revoked, false);
  }
}
