package dev.backplane.rtl.corpus;

import java.util.BitSet;

/** The text on a serial line with eight bits, no parity, whose bits have one length. */
final class SerialText {
  private final BitSet levels = new BitSet();
  private int cycles;

  /** The level in the next cycle. */
  void add(boolean level) {
    levels.set(cycles++, level);
  }

  /** {@return the text} The shortest time that the line kept its level is that of a bit. */
  String text() {
    int start = levels.nextSetBit(0);
    int bit = Integer.MAX_VALUE;
    for (int at = levels.nextClearBit(Math.max(start, 0)); at < cycles; ) {
      int end = levels.get(at) ? levels.nextClearBit(at) : levels.nextSetBit(at);
      if (end < 0 || end >= cycles) {
        break;
      }
      bit = Math.min(bit, end - at);
      at = end;
    }
    StringBuilder text = new StringBuilder();
    for (int at = levels.nextClearBit(Math.max(start, 0)); at >= 0 && at + 10L * bit < cycles; ) {
      int read = 0;
      for (int i = 0; i < 8; i++) {
        read |= levels.get(at + bit * (3 + 2 * i) / 2) ? 1 << i : 0;
      }
      text.append((char) read);
      int stop = at + bit * 19 / 2;
      at = levels.nextClearBit(Math.max(levels.nextSetBit(stop), stop));
    }
    return text.toString();
  }
}
