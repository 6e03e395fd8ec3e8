package dev.backplane.rtl.harness.psl;

import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.harness.DrivenInput;
import dev.backplane.rtl.harness.InterfacePins;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Gives the data of reads to the accelerator: two halves of a line in two cycles, or all of it to
 * the wider pins of a PSL9. The first byte is in the highest bits; parity comes a cycle later, that
 * of a PSL9 with its data. A line may be given twice: wrong at first, and right at last.
 */
final class BufferWrites {
  static final ValueLayout.OfLong BIG_ENDIAN =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private final DrivenInput valid;
  private final DrivenInput tag;
  private final DrivenInput tagParity;
  private final DrivenInput half;
  private final Pin data;
  private final DrivenInput parity;
  private final int words;
  private final int beats;

  private MemorySegment line = MemorySegment.NULL;

  /** The tag that is being given, or -1. */
  private int giving = -1;

  /** The halves that are still to be given. */
  private int left;

  /** True if what is shown is not given any more. */
  private boolean resting = true;

  /** The parity of the half that is given. */
  private int bits;

  BufferWrites(InterfacePins pins) {
    valid = pins.output("ha_bwvalid");
    tag = pins.output("ha_bwtag");
    tagParity = pins.output("ha_bwtagpar");
    half = pins.output("ha_bwad");
    data = pins.pin("ha_bwdata");
    parity = pins.output("ha_bwpar");
    words = InterfacePins.wordCount(pins.bus().width("ha_bwdata"));
    beats = CacheLines.WORDS / words;
  }

  void restart() {
    giving = -1;
    valid.set(0);
  }

  boolean isFree() {
    return giving < 0 && !valid.isSet();
  }

  /** Gives the first half. */
  void begin(int next, MemorySegment from, boolean twice) {
    giving = next;
    resting = false;
    line = from;
    left = twice ? 2 * beats : beats;
    valid.set(1);
    tag.set(next);
    tagParity.set(Parity.odd(next));
    present();
  }

  /**
   * Shows the first half again, without saying that it is valid, as the public simulator does while
   * nothing is given. There are accelerators that take it from there.
   */
  void rest() {
    if (!resting) {
      resting = true;
      show(0, 0);
    }
  }

  /** Gives the next half, if there is one; returns the tag that has all, or -1. */
  int drive() {
    if (beats > 1) {
      parity.set(bits);
    }
    if (giving < 0) {
      valid.set(0);
      return -1;
    }
    present();
    if (left > 0) {
      return -1;
    }
    int complete = giving;
    giving = -1;
    return complete;
  }

  private void present() {
    // Those before the last ones are wrong in all bits.
    long wrong = left > beats ? -1 : 0;
    int number = -left & beats - 1;
    left--;
    show(number, wrong);
  }

  private void show(int number, long wrong) {
    half.set(number);
    long at = (long) number * words * Long.BYTES;
    bits = 0;
    for (int i = 0; i < words; i++) {
      long word = line.get(BIG_ENDIAN, at + (long) i * Long.BYTES) ^ wrong;
      data.setWord(words - 1 - i, word);
      bits = bits << 1 | Parity.odd(word);
    }
    if (beats == 1) {
      parity.set(bits);
    }
  }
}
