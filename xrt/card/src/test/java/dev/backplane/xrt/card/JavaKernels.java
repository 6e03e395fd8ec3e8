package dev.backplane.xrt.card;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;

/** Kernels in Java for the tests: one that works, one that never ends, some that misbehave. */
public final class JavaKernels {
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private JavaKernels() {}

  public static String configFor(String kernel, Class<? extends FunctionalKernel> type) {
    return TestImages.CONFIG.replaceAll(
        "\"" + kernel + "\": \"[^\"]*\"",
        Matcher.quoteReplacement("\"" + kernel + "\": \"" + type.getName() + "\""));
  }

  /** c[i] = a[i] + b[i] for n numbers. */
  public static final class Vadd implements FunctionalKernel {
    /** Made by the card. */
    public Vadd() {}

    @Override
    public void execute(Call call) {
      MemorySegment a = call.buffer("a");
      MemorySegment b = call.buffer("b");
      MemorySegment c = call.buffer("c");
      int n = call.intValue("n");
      for (int i = 0; i < n; i++) {
        c.setAtIndex(INT, i, a.getAtIndex(INT, i) + b.getAtIndex(INT, i));
      }
      call.addCycles(n);
    }
  }

  /** Never ends by itself. */
  public static final class Spin implements FunctionalKernel {
    /** Made by the card. */
    public Spin() {}

    @Override
    public void execute(Call call) {
      while (!call.cancelled()) {
        Thread.onSpinWait();
      }
    }
  }

  /** Sleeps until interrupted. */
  public static final class Sleeper implements FunctionalKernel {
    /** Made by the card. */
    public Sleeper() {}

    @Override
    public void execute(Call call) throws InterruptedException {
      Thread.sleep(Long.MAX_VALUE);
    }
  }

  /** Writes four bytes behind the end of its buffer. */
  public static final class Wild implements FunctionalKernel {
    /** Made by the card. */
    public Wild() {}

    @Override
    public void execute(Call call) {
      long end = call.bits("data") + call.buffer("data").byteSize();
      call.memory("data", end, 4).fill((byte) 1);
    }
  }

  /** Throws. */
  public static final class Broken implements FunctionalKernel {
    /** Made by the card. */
    public Broken() {}

    @Override
    public void execute(Call call) {
      throw new IllegalStateException("broken on purpose");
    }
  }

  /** Ends when two of it execute at once. */
  public static final class Pair implements FunctionalKernel {
    private static final CyclicBarrier BOTH = new CyclicBarrier(2);

    /** Made by the card. */
    public Pair() {}

    @Override
    public void execute(Call call) throws Exception {
      BOTH.await(20, TimeUnit.SECONDS);
    }
  }

  /** Heeds neither cancellation nor interrupts. */
  public static final class Stubborn implements FunctionalKernel {
    static final CountDownLatch BEGUN = new CountDownLatch(1);
    static final CountDownLatch LET_GO = new CountDownLatch(1);

    /** Made by the card. */
    public Stubborn() {}

    @Override
    public void execute(Call call) {
      BEGUN.countDown();
      while (LET_GO.getCount() > 0) {
        Thread.onSpinWait();
      }
      call.buffer("data").fill((byte) 1);
      throw new IllegalStateException("let go");
    }
  }

  /** Cannot be made. */
  public static final class Unmakeable implements FunctionalKernel {
    /** Throws. */
    public Unmakeable() {
      throw new IllegalStateException("not to be made");
    }

    @Override
    public void execute(Call call) {}
  }
}
