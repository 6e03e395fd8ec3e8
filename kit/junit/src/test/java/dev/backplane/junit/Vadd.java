package dev.backplane.junit;

import dev.backplane.api.Buffer;
import dev.backplane.api.Kernel;
import java.time.Duration;

/** Uses the kernel vadd of the examples. */
final class Vadd {
  static final String IMAGE = "../../examples/vadd/vadd.xclbin";

  private Vadd() {}

  /** {@return the sums that the kernel makes of numbers and themselves} */
  static int[] doubled(Kernel vadd, int... numbers) {
    int bytes = Integer.BYTES * numbers.length;
    try (Buffer a = vadd.buffer("a", bytes);
        Buffer b = vadd.buffer("b", bytes);
        Buffer c = vadd.buffer("c", bytes)) {
      a.write(numbers).sync();
      b.write(numbers).sync();
      vadd.start(a, b, c, numbers.length).await(Duration.ofMinutes(1));
      return c.syncBack().read(new int[numbers.length]);
    }
  }
}
