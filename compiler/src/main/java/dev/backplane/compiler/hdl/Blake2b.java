package dev.backplane.compiler.hdl;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** The hash BLAKE2b of RFC 7693 with 16 bytes and without a key, which the JDK does not have. */
final class Blake2b {
  private static final int BYTES = 16;
  private static final int BLOCK = 128;
  private static final int ROUNDS = 12;

  private static final long[] START = {
    0x6a09e667f3bcc908L, 0xbb67ae8584caa73bL, 0x3c6ef372fe94f82bL, 0xa54ff53a5f1d36f1L,
    0x510e527fade682d1L, 0x9b05688c2b3e6c1fL, 0x1f83d9abfb41bd6bL, 0x5be0cd19137e2179L
  };

  /** The order of the message's words in each round; rounds 10 and 11 are as 0 and 1. */
  private static final int[][] ORDER = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
    {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
    {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
    {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
    {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0}
  };

  private final long[] state = START.clone();

  private Blake2b() {
    state[0] ^= 0x01010000L ^ BYTES;
  }

  /** {@return the hash of a message, 16 bytes} */
  static byte[] hash(byte[] message) {
    Blake2b hash = new Blake2b();
    int at = 0;
    for (; message.length - at > BLOCK; at += BLOCK) {
      hash.compress(Arrays.copyOfRange(message, at, at + BLOCK), at + BLOCK, false);
    }
    hash.compress(
        Arrays.copyOf(Arrays.copyOfRange(message, at, message.length), BLOCK),
        message.length,
        true);
    ByteBuffer bytes = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
    return bytes.putLong(hash.state[0]).putLong(hash.state[1]).array();
  }

  private void compress(byte[] block, long counted, boolean last) {
    long[] words = new long[16];
    ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().get(words);
    long[] v = Arrays.copyOf(state, 16);
    System.arraycopy(START, 0, v, 8, 8);
    v[12] ^= counted;
    v[14] ^= last ? -1 : 0;
    for (int round = 0; round < ROUNDS; round++) {
      int[] order = ORDER[round % ORDER.length];
      for (int i = 0; i < 4; i++) {
        mix(v, i, 4 + i, 8 + i, 12 + i, words[order[2 * i]], words[order[2 * i + 1]]);
      }
      for (int i = 0; i < 4; i++) {
        mix(
            v,
            i,
            4 + (i + 1) % 4,
            8 + (i + 2) % 4,
            12 + (i + 3) % 4,
            words[order[8 + 2 * i]],
            words[order[9 + 2 * i]]);
      }
    }
    for (int i = 0; i < 8; i++) {
      state[i] ^= v[i] ^ v[i + 8];
    }
  }

  private static void mix(long[] v, int a, int b, int c, int d, long x, long y) {
    v[a] += v[b] + x;
    v[d] = Long.rotateRight(v[d] ^ v[a], 32);
    v[c] += v[d];
    v[b] = Long.rotateRight(v[b] ^ v[c], 24);
    v[a] += v[b] + y;
    v[d] = Long.rotateRight(v[d] ^ v[a], 16);
    v[c] += v[d];
    v[b] = Long.rotateRight(v[b] ^ v[c], 63);
  }
}
