package dev.backplane.drivers.xrt;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Run;
import dev.backplane.api.RunReport;
import dev.backplane.api.RunState;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One execution. Whoever looks first after it ended settles it: what it held is given back, then
 * its end is seen by all.
 */
final class XrtRun implements Run {
  /** Looks before waiting in the kernel; a run of a noop or a short kernel has ended by then. */
  private static final int GLANCES = 100;

  /** How long one wait in the library lasts, so that interrupts and deadlines are noticed. */
  private static final int SLICE_MILLIS = 10;

  /** How long to sleep between two looks where the library's waiting is slower than that. */
  private static final long NAP_NANOS = 50_000;

  private final XrtCard card;
  private final XrtFabric fabric;
  private final KernelContext kernel;
  private final NativeRun run;
  private final List<XrtBuffer> buffers;
  private final AtomicBoolean settled = new AtomicBoolean();
  private final long begun = System.nanoTime();
  private volatile @Nullable RunState ended;
  private @Nullable RunReport report;
  private @Nullable BackplaneException failure;
  private @Nullable CompletableFuture<RunReport> stage;

  XrtRun(
      XrtCard card,
      XrtFabric fabric,
      KernelContext kernel,
      NativeRun run,
      List<XrtBuffer> buffers) {
    this.card = card;
    this.fabric = fabric;
    this.kernel = kernel;
    this.run = run;
    this.buffers = buffers;
  }

  /** Looks at the state that the library has, and settles the run if it is an end. */
  void look() {
    if (ended == null) {
      see(run.state());
    }
  }

  /** The library called back: whatever the state is, it is an end. */
  void called(int state) {
    if (state == ErtState.COMPLETED) {
      end(RunState.COMPLETED, null);
    } else {
      see(state);
    }
  }

  /** The library does not say what became of it. */
  void lost(RuntimeException reason) {
    end(
        RunState.FAILED,
        BackplaneException.because(
                ErrorCode.DEVICE_FAULTED, "its state cannot be read: " + reason.getMessage())
            .on(toString())
            .remedy("Close the device and open it again")
            .causedBy(reason)
            .build());
  }

  private RunState see(int state) {
    switch (state) {
      case ErtState.NEW, ErtState.QUEUED -> {
        return RunState.QUEUED;
      }
      case ErtState.RUNNING, ErtState.SUBMITTED -> {
        return RunState.RUNNING;
      }
      case ErtState.COMPLETED -> {
        // The library's thread uses the run until it has called back: until then it is not over.
        if (card.callback()) {
          return RunState.RUNNING;
        }
        end(RunState.COMPLETED, null);
      }
      case ErtState.ABORT -> end(RunState.CANCELLED, failed(ErrorCode.CANCELLED, state));
      case ErtState.TIMEOUT -> end(RunState.FAILED, failed(ErrorCode.NO_PROGRESS, state));
      case ErtState.NORESPONSE -> end(RunState.FAILED, failed(ErrorCode.DEVICE_FAULTED, state));
      default -> end(RunState.FAILED, failed(ErrorCode.KERNEL_FAILED, state));
    }
    // Another thread may be settling it just now.
    RunState last = ended;
    return last == null ? RunState.RUNNING : last;
  }

  private BackplaneException failed(ErrorCode code, int state) {
    return BackplaneException.because(code, "the scheduler ended it with " + ErtState.name(state))
        .on(toString())
        .remedy("The system's log has what XRT's kernel driver says of it")
        .build();
  }

  private void end(RunState last, @Nullable BackplaneException reason) {
    if (!settled.compareAndSet(false, true)) {
      return;
    }
    report = new RunReport(-1, Duration.ofNanos(System.nanoTime() - begun));
    failure = reason;
    letGo();
    CompletableFuture<RunReport> waiting;
    synchronized (settled) {
      ended = last;
      waiting = stage;
    }
    if (waiting != null) {
      // What follows is the program's code: never on the library's thread.
      Thread.startVirtualThread(() -> tell(waiting));
    }
  }

  /** Forgets a run that could not be started. */
  void discard() {
    if (settled.compareAndSet(false, true)) {
      letGo();
    }
  }

  private void letGo() {
    kernel.giveBack(run);
    buffers.forEach(buffer -> buffer.gate().leave());
    fabric.gate().leave();
    card.ended(this);
  }

  private void tell(CompletableFuture<RunReport> future) {
    if (failure != null) {
      future.completeExceptionally(failure);
    } else {
      future.complete(report);
    }
  }

  @Override
  public RunState state() {
    RunState last = ended;
    return last == null ? see(run.state()) : last;
  }

  @Override
  public RunReport await(Duration timeout) {
    long limit = nanos(timeout);
    long start = System.nanoTime();
    for (int glance = 0; !state().isFinal(); glance++) {
      if (Thread.currentThread().isInterrupted()) {
        throw BackplaneException.because(
                ErrorCode.CANCELLED, "the waiting thread was interrupted; the run goes on")
            .during("await")
            .on(toString())
            .build();
      }
      long left = limit - (System.nanoTime() - start);
      if (left <= 0) {
        throw BackplaneException.because(
                ErrorCode.TIMEOUT, "still not ended after " + timeout.toMillis() + " ms")
            .during("await")
            .on(toString())
            .remedy("Wait longer")
            .build();
      }
      pause(glance, left);
    }
    return outcome();
  }

  private void pause(int glance, long left) {
    if (glance < GLANCES) {
      Thread.onSpinWait();
    } else if (card.emulation() == Emulation.HW_EMU) {
      LockSupport.parkNanos(Math.min(left, NAP_NANOS));
    } else {
      run.waitFor((int) Math.min(SLICE_MILLIS, left / 1_000_000));
    }
  }

  private RunReport outcome() {
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

  /** The library has no such function for C: only runs that ended are answered. */
  @Override
  public boolean cancel() {
    if (state().isFinal()) {
      return false;
    }
    throw BackplaneException.because(
            ErrorCode.NOT_SUPPORTED, "XRT's C interface has no function that aborts a run")
        .during("cancel")
        .on(toString())
        .remedy("Await it with a timeout; a kernel that hangs is ended by a reset of the card")
        .build();
  }

  @Override
  public CompletionStage<RunReport> completion() {
    CompletableFuture<RunReport> future;
    boolean over;
    synchronized (settled) {
      over = ended != null;
      if (stage == null) {
        stage = new CompletableFuture<>();
      }
      future = stage;
    }
    if (over) {
      tell(future);
    } else {
      card.watch(this);
    }
    return future.minimalCompletionStage();
  }

  boolean isOver() {
    return ended != null;
  }

  @Override
  public String toString() {
    return "run of kernel " + kernel.plan().name();
  }
}
