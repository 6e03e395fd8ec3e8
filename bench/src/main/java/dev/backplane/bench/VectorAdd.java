package dev.backplane.bench;

import dev.backplane.xrt.card.ShortKernel;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** The kernel of the vadd example in Java. */
public final class VectorAdd implements ShortKernel {
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /** For the card. */
  public VectorAdd() {}

  @Override
  public void execute(Call call) {
    MemorySegment a = call.buffer("a");
    MemorySegment b = call.buffer("b");
    MemorySegment c = call.buffer("c");
    int length = call.intValue("n");
    for (long i = 0; i < length; i++) {
      c.set(INT, i * 4, a.get(INT, i * 4) + b.get(INT, i * 4));
    }
  }
}
