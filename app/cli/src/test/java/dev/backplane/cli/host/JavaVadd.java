package dev.backplane.cli.host;

import dev.backplane.xrt.card.FunctionalKernel;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The kernel of examples/vadd in Java; images name it. */
public final class JavaVadd implements FunctionalKernel {
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;

  @Override
  public void execute(Call call) {
    MemorySegment a = call.buffer("a");
    MemorySegment b = call.buffer("b");
    MemorySegment c = call.buffer("c");
    for (long i = 0; i < call.intValue("n"); i++) {
      c.setAtIndex(INT, i, a.getAtIndex(INT, i) + b.getAtIndex(INT, i));
    }
  }
}
