package dev.backplane.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.Kernel;
import dev.backplane.junit.Card;
import dev.backplane.junit.CardTimeout;
import dev.backplane.junit.Seeds;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Tests of the kernel vadd, each on a card of its own. */
@Card(image = "examples/vadd/vadd.xclbin")
@CardTimeout(120)
class VaddKernelTest {
  @Test
  void addsFourNumbers(Kernel vadd) {
    assertThat(sums(vadd, new int[] {1, 2, 3, -1}, new int[] {10, 20, 30, 1}))
        .containsExactly(11, 22, 33, 0);
  }

  @Seeds(count = 5)
  void addsRandomNumbers(SplittableRandom random, Kernel vadd) {
    int[] a = random.ints(random.nextInt(1, 3000)).toArray();
    int[] b = random.ints(a.length).toArray();
    int[] expected = new int[a.length];
    for (int i = 0; i < a.length; i++) {
      expected[i] = a[i] + b[i];
    }
    assertThat(sums(vadd, a, b)).isEqualTo(expected);
  }

  @Test
  @Card(config = "{\"strict_sync\": true}")
  void syncsWhatItUses(Kernel vadd) {
    assertThat(sums(vadd, new int[] {5}, new int[] {7})).containsExactly(12);
  }

  private static int[] sums(Kernel vadd, int[] a, int[] b) {
    long bytes = (long) Integer.BYTES * a.length;
    try (Buffer left = vadd.buffer("a", bytes);
        Buffer right = vadd.buffer("b", bytes);
        Buffer sum = vadd.buffer("c", bytes)) {
      left.write(a).sync();
      right.write(b).sync();
      vadd.start(left, right, sum, a.length).await(Duration.ofMinutes(1));
      return sum.syncBack().read(new int[a.length]);
    }
  }
}
