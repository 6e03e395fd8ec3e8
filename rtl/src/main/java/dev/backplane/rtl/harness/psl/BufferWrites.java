package dev.backplane.rtl.harness.psl;

import dev.backplane.rtl.engine.Pin;
import dev.backplane.rtl.harness.DrivenInput;
import dev.backplane.rtl.harness.InterfacePins;

/** Gives the data of reads to the accelerator: two halves of a line, in two cycles. */
final class BufferWrites {
  private final DrivenInput valid;
  private final DrivenInput tag;
  private final DrivenInput tagParity;
  private final DrivenInput half;
  private final Pin data;
  private final DrivenInput parity;

  /** The tag whose first half is given, or -1. */
  private int giving = -1;

  BufferWrites(InterfacePins pins) {
    valid = pins.output("ha_bwvalid");
    tag = pins.output("ha_bwtag");
    tagParity = pins.output("ha_bwtagpar");
    half = pins.output("ha_bwad");
    data = pins.pin("ha_bwdata");
    parity = pins.output("ha_bwpar");
  }

  void restart() {
    giving = -1;
    valid.set(0);
  }

  boolean isFree() {
    return giving < 0 && !valid.isSet();
  }

  /** Gives the first half. */
  void begin(int next, long[] lines) {
    giving = next;
    valid.set(1);
    tag.set(next);
    tagParity.set(Parity.odd(next));
    present(lines, 0);
  }

  /** Gives the second half, if there is one; returns the tag that has both, or -1. */
  int drive(long[] lines) {
    if (giving < 0) {
      valid.set(0);
      return -1;
    }
    present(lines, 1);
    int complete = giving;
    giving = -1;
    return complete;
  }

  private void present(long[] lines, int number) {
    half.set(number);
    int at = giving * CacheLines.WORDS + number * CacheLines.HALF_WORDS;
    int bits = 0;
    for (int i = 0; i < CacheLines.HALF_WORDS; i++) {
      long word = lines[at + i];
      data.setWord(CacheLines.HALF_WORDS - 1 - i, word);
      bits = bits << 1 | Parity.odd(word);
    }
    parity.set(bits);
  }
}
