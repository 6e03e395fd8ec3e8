package dev.backplane.rtl.engines.trace;

/** Decompresses a block of the LZ4 format: runs of literal bytes, and copies of earlier output. */
final class Lz4 {
  private static final int MIN_COPY = 4;

  private Lz4() {}

  static byte[] decompress(byte[] packed, int length) {
    byte[] plain = new byte[length];
    FstInput source = new FstInput(packed);
    int at = 0;
    while (!source.isEmpty()) {
      int token = source.u8();
      byte[] literals = source.take(count(source, token >>> 4));
      System.arraycopy(literals, 0, plain, at, literals.length);
      at += literals.length;
      if (source.isEmpty()) {
        break;
      }
      int distance = source.u8() | source.u8() << Byte.SIZE;
      int copied = count(source, token & 0xf) + MIN_COPY;
      if (distance == 0) {
        throw new IndexOutOfBoundsException("a copy of what is not there yet");
      }
      for (int i = 0; i < copied; i++, at++) {
        plain[at] = plain[at - distance];
      }
    }
    return plain;
  }

  private static int count(FstInput source, int start) {
    int count = start;
    if (start == 15) {
      int more;
      do {
        more = source.u8();
        count += more;
      } while (more == 255);
    }
    return count;
  }
}
