package dev.backplane.xrt.card;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Short kernels in Java for the tests. */
public final class ShortKernels {
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private ShortKernels() {}

  /** c[i] = a[i] + b[i] for n numbers; breaks for n of -1. */
  public static final class Vadd implements ShortKernel {
    /** Made by the card. */
    public Vadd() {}

    @Override
    public void execute(Call call) {
      MemorySegment a = call.buffer("a");
      MemorySegment b = call.buffer("b");
      MemorySegment c = call.buffer(2);
      int n = call.intValue("n");
      if (n < 0) {
        throw new IllegalStateException("broken on purpose");
      }
      for (int i = 0; i < n; i++) {
        c.setAtIndex(INT, i, a.getAtIndex(INT, i) + b.getAtIndex(INT, i));
      }
    }
  }
}
