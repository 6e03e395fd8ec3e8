package dev.backplane.rtl.harness.psl;

import java.util.Arrays;

/**
 * The translations that an accelerator was told of and did not use: each is for one DMA, on
 * whichever port.
 */
final class GivenItags {
  private final boolean[] given = new boolean[Translations.COUNT];
  private final long[] addresses = new long[Translations.COUNT];

  void clear() {
    Arrays.fill(given, false);
  }

  /** The accelerator is told of a translation. */
  void give(int itag, long address) {
    given[itag] = true;
    addresses[itag] = address;
  }

  /** The accelerator gives a translation up. */
  void abort(long itag) {
    if (itag >= 0 && itag < given.length) {
      given[(int) itag] = false;
    }
  }

  boolean isGiven(int itag) {
    return given[itag];
  }

  /** Uses a translation up, and returns its address. */
  long use(int itag) {
    given[itag] = false;
    return addresses[itag];
  }
}
