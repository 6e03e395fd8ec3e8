package dev.backplane.rtl.engines.coverage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Counts of bits, kept in planes. */
class CountersTest {
  @Test
  void countersCountEveryBitOfEveryWord() {
    Random random = new Random(3);
    Counters counters = new Counters(2);
    long[] expected = new long[128];
    for (int i = 0; i < 1000; i++) {
      for (int word = 0; word < 2; word++) {
        long some = random.nextLong();
        long bits = (some & random.nextLong()) | (1L << 63);
        counters.add(word, bits);
        for (int bit = 0; bit < Long.SIZE; bit++) {
          expected[64 * word + bit] += bits >>> bit & 1;
        }
      }
    }
    for (int i = 0; i < 128; i++) {
      assertThat(counters.count(i / 64, i % 64)).isEqualTo(expected[i]);
    }
  }
}
