package dev.backplane.drivers.softcard;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Run;
import dev.backplane.api.RunReport;
import dev.backplane.api.RunState;
import dev.backplane.drivers.softcard.memory.CardBuffer;
import java.time.Duration;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One execution. Its state is changed under the card's lock and read without; what it ended with is
 * written before the latch opens.
 */
final class CardRun implements Run {
  private final Fabric fabric;
  private final CardSession owner;
  private final String kernel;
  private final long[] values;
  private final List<@Nullable CardBuffer> buffers;
  private final BitSet units;
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile RunState state = RunState.QUEUED;
  private volatile boolean cancelRequested;
  private @Nullable RunReport report;
  private @Nullable BackplaneException failure;

  /** Made when asked for; guarded by the latch. */
  private @Nullable CompletableFuture<RunReport> stage;

  /**
   * A run.
   *
   * @param values bits for each argument
   * @param buffers the buffer of each argument, null for scalars
   * @param units the kernel's units that reach all of the buffers
   */
  CardRun(
      Fabric fabric,
      CardSession owner,
      String kernel,
      long[] values,
      List<@Nullable CardBuffer> buffers,
      BitSet units) {
    this.fabric = fabric;
    this.owner = owner;
    this.kernel = kernel;
    this.values = values;
    this.buffers = buffers;
    this.units = units;
  }

  /** What a kernel does that was started through its registers: nobody awaits it. */
  static CardRun throughRegisters(Fabric fabric, CardSession starter, CardImage.KernelPlan kernel) {
    List<@Nullable CardBuffer> buffers = Collections.nCopies(kernel.arguments().size(), null);
    return new CardRun(fabric, starter, kernel.name(), new long[0], buffers, new BitSet());
  }

  String kernel() {
    return kernel;
  }

  CardSession owner() {
    return owner;
  }

  long[] values() {
    return values;
  }

  @Nullable CardBuffer bufferOf(int argument) {
    return buffers.get(argument);
  }

  List<@Nullable CardBuffer> buffers() {
    return buffers;
  }

  boolean fits(int unit) {
    return units.get(unit);
  }

  boolean cancelRequested() {
    return cancelRequested;
  }

  @Override
  public RunState state() {
    return state;
  }

  @Override
  public RunReport await(Duration timeout) {
    try {
      if (!ended.await(nanos(timeout), TimeUnit.NANOSECONDS)) {
        throw BackplaneException.because(
                ErrorCode.TIMEOUT, "still " + state + " after " + timeout.toMillis() + " ms")
            .during("await")
            .on(toString())
            .remedy("Wait longer, or cancel the run")
            .build();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw BackplaneException.because(
              ErrorCode.CANCELLED, "the waiting thread was interrupted; the run goes on")
          .during("await")
          .on(toString())
          .causedBy(e)
          .build();
    }
    if (failure != null) {
      throw failure.with().causedBy(failure).build();
    }
    if (report == null) {
      throw new IllegalStateException("a run ended without an outcome");
    }
    return report;
  }

  private static long nanos(Duration timeout) {
    try {
      return timeout.toNanos();
    } catch (ArithmeticException e) {
      return Long.MAX_VALUE;
    }
  }

  @Override
  public boolean cancel() {
    return fabric.cancel(this);
  }

  @Override
  public CompletionStage<RunReport> completion() {
    synchronized (ended) {
      if (stage == null) {
        stage = new CompletableFuture<>();
        if (ended.getCount() == 0) {
          settle(stage);
        }
      }
      return stage.minimalCompletionStage();
    }
  }

  // The rest is called by the fabric, under the card's lock.

  void began() {
    state = RunState.RUNNING;
  }

  void requestCancel() {
    cancelRequested = true;
  }

  void completed(RunReport outcome) {
    report = outcome;
    end(RunState.COMPLETED);
  }

  void failed(BackplaneException reason) {
    failure = reason;
    end(reason.code() == ErrorCode.CANCELLED ? RunState.CANCELLED : RunState.FAILED);
  }

  private void end(RunState last) {
    state = last;
    ended.countDown();
    synchronized (ended) {
      CompletableFuture<RunReport> waiting = stage;
      if (waiting != null) {
        // What follows is the program's code: never on a unit's thread, never under a lock.
        Thread.startVirtualThread(() -> settle(waiting));
      }
    }
  }

  private void settle(CompletableFuture<RunReport> future) {
    if (failure != null) {
      future.completeExceptionally(failure);
    } else {
      future.complete(report);
    }
  }

  @Override
  public String toString() {
    return "run of kernel " + kernel;
  }
}
