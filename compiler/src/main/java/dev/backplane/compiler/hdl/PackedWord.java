package dev.backplane.compiler.hdl;

/** Numbers side by side in one word. For use by one thread. */
final class PackedWord {
  private static final char[] DIGITS = "0123456789abcdef".toCharArray();

  private final int count;
  private final long[] words;

  PackedWord(int count) {
    this.count = count;
    this.words = new long[Math.ceilDiv(count, Long.SIZE) + 1];
  }

  void put(int position, int width, long value) {
    long low = value & (-1L >>> (Long.SIZE - width));
    int word = position / Long.SIZE;
    int shift = position % Long.SIZE;
    words[word] |= low << shift;
    if (shift > 0) {
      words[word + 1] |= low >>> (Long.SIZE - shift);
    }
  }

  String hex() {
    char[] text = new char[Math.ceilDiv(count, 4)];
    for (int digit = 0; digit < text.length; digit++) {
      long word = words[digit / 16] >>> (digit % 16 * 4);
      text[text.length - 1 - digit] = DIGITS[(int) (word & 15)];
    }
    return new String(text);
  }
}
