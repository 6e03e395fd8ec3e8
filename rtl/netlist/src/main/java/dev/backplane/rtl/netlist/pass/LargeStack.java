package dev.backplane.rtl.netlist.pass;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** Runs what follows expressions, which can be nested as deep as a design is large. */
public final class LargeStack {
  private static final long BYTES = 1L << 29;

  private LargeStack() {}

  /**
   * Calls something in a thread with a large stack, and waits for it.
   *
   * @param design the name of the design, for messages
   * @param work what is called; its exceptions are thrown on
   * @return its result
   * @throws RtlException {@code SOURCE_UNSUPPORTED} if even that stack overflows, {@code CANCELLED}
   *     if the calling thread is interrupted
   */
  public static <T> T call(String design, Supplier<T> work) {
    AtomicReference<T> result = new AtomicReference<>();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread thread =
        new Thread(
            null,
            () -> {
              try {
                result.set(work.get());
              } catch (RuntimeException | Error e) {
                failure.set(e);
              }
            },
            "backplane-lower-" + design,
            BYTES);
    thread.setDaemon(true);
    thread.start();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RtlException(RtlError.CANCELLED, "elaborating '" + design + "' was cancelled", e);
    }
    switch (failure.get()) {
      case null -> {}
      case StackOverflowError e ->
          throw new RtlException(
              RtlError.SOURCE_UNSUPPORTED, "'" + design + "' is nested too deep", e);
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case Throwable e -> throw new IllegalStateException(e);
    }
    return result.get();
  }
}
