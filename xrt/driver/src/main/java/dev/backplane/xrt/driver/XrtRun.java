package dev.backplane.xrt.driver;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.RunReport;
import dev.backplane.api.RunState;
import dev.backplane.driverkit.Completion;
import dev.backplane.driverkit.UntimedRun;
import dev.backplane.driverkit.WaitLimit;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One execution, or those of a call one after the other. The first thread that looks after its end
 * settles it: gives back what it held, then makes the end visible to all.
 */
final class XrtRun implements UntimedRun {
  /** Looks before waiting in the kernel; a run of a noop or a short kernel has ended by then. */
  private static final int GLANCES = 100;

  /**
   * The duration of one wait in the library: interrupts and deadlines are noticed between waits.
   */
  private static final int SLICE_MILLIS = 10;

  /** The sleep between two looks, where the library's own waiting would be slower. */
  private static final long NAP_NANOS = 50_000;

  private final XrtCard card;
  private final LoadedImage fabric;
  private final KernelContext kernel;
  private final Completion<RunReport> completion = new Completion<>();

  // Of the execution that was started last; written before the run in flight is.
  private XrtBuffer[] buffers = {};
  private long begun;

  /** The library's run; null before the first start. */
  private volatile @Nullable NativeRun run;

  /** True if the library was told to start it: until then it says how the one before ended. */
  private volatile boolean launched;

  XrtRun(XrtCard card, LoadedImage fabric, KernelContext kernel) {
    this.card = card;
    this.fabric = fabric;
    this.kernel = kernel;
  }

  boolean isOf(XrtCard other) {
    return card == other;
  }

  boolean isInFlight() {
    look();
    return run != null && !completion.isEnded();
  }

  /**
   * Starts an execution.
   *
   * @param bits the values, a buffer's handle for a buffer
   * @param using the buffers that must not be closed until it has ended
   */
  void start(long[] bits, XrtBuffer... using) {
    if (isInFlight()) {
      throw BackplaneException.because(ErrorCode.IN_USE, "an execution is in flight")
          .during("start")
          .on(toString())
          .remedy("Wait for it to end")
          .build();
    }
    fabric.enter(toString());
    int entered = 0;
    NativeRun taken = null;
    try {
      while (entered < using.length) {
        using[entered].enter();
        entered++;
      }
      taken = kernel.take();
      taken.set(kernel.plan(), bits);
      launch(taken, using);
    } catch (RuntimeException e) {
      refused(taken, using, entered);
      if (e instanceof BackplaneException coded) {
        throw coded
            .with()
            .during("start")
            .on("kernel " + kernel.plan().name())
            .causedBy(coded)
            .build();
      }
      throw e;
    }
  }

  private void launch(NativeRun taken, XrtBuffer... using) {
    launched = false;
    buffers = using;
    begun = System.nanoTime();
    run = taken;
    completion.renew();
    card.begins(this);
    boolean done = false;
    try {
      taken.start(this);
      done = true;
    } finally {
      if (!done) {
        run = null;
        card.ended(this);
      }
    }
    launched = true;
  }

  private void refused(@Nullable NativeRun taken, XrtBuffer[] using, int entered) {
    if (taken != null) {
      kernel.giveBack(taken);
    }
    for (int i = 0; i < entered; i++) {
      using[i].leave();
    }
    fabric.leave();
  }

  /** Looks at the state that the library has, and settles the run if it is an end. */
  void look() {
    var _ = state();
  }

  /** Takes the state with which the library called back, which is always that of an end. */
  void called(int state) {
    var _ = see(state);
  }

  /** Ends the run as failed, because the library does not tell its state. */
  void lost(RuntimeException reason) {
    end(
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
      case ErtState.COMPLETED -> end(null);
      case ErtState.ABORT -> end(failed(ErrorCode.CANCELLED, state));
      case ErtState.TIMEOUT -> end(failed(ErrorCode.NO_PROGRESS, state));
      case ErtState.NORESPONSE -> end(failed(ErrorCode.DEVICE_FAULTED, state));
      default -> end(failed(ErrorCode.KERNEL_FAILED, state));
    }
    return known();
  }

  private BackplaneException failed(ErrorCode code, int state) {
    return BackplaneException.because(code, "the scheduler ended it with " + ErtState.name(state))
        .on(toString())
        .remedy("The system's log has what XRT's kernel driver says of it")
        .build();
  }

  /**
   * {@return the state as far as this side knows} Another thread may be settling the run just now.
   */
  private RunState known() {
    if (!completion.isEnded()) {
      return RunState.RUNNING;
    }
    BackplaneException reason = completion.failure();
    if (reason == null) {
      return RunState.COMPLETED;
    }
    return reason.code() == ErrorCode.CANCELLED ? RunState.CANCELLED : RunState.FAILED;
  }

  private void end(@Nullable BackplaneException reason) {
    if (!completion.claim()) {
      return;
    }
    RunReport report = new RunReport(-1, Duration.ofNanos(System.nanoTime() - begun));
    letGo();
    if (reason == null) {
      completion.complete(report);
    } else {
      completion.fail(reason);
    }
  }

  private void letGo() {
    NativeRun done = run;
    if (done != null) {
      kernel.giveBack(done);
    }
    for (XrtBuffer buffer : buffers) {
      buffer.leave();
    }
    fabric.leave();
    card.ended(this);
  }

  /**
   * {@return the state of the run} A callback of the library does not ask the library: that would
   * make it call back from the thread that asks, while its own thread still has the run.
   */
  @Override
  public RunState state() {
    NativeRun current = run;
    if (current == null) {
      return RunState.NEW;
    }
    if (completion.isEnded() || card.callback()) {
      return known();
    }
    return launched ? see(current.state()) : RunState.QUEUED;
  }

  private void checkStarted(String operation) {
    if (run == null) {
      throw BackplaneException.because(ErrorCode.INVALID_ARGUMENT, "it was never started")
          .during(operation)
          .on(toString())
          .remedy("Start it first")
          .build();
    }
  }

  @Override
  public RunReport await(Duration timeout) {
    checkStarted("await");
    WaitLimit limit = WaitLimit.of(timeout);
    for (int glance = 0; !state().isFinal(); glance++) {
      limit.check(toString(), "Wait longer");
      pause(glance, limit.left());
    }
    return completion.result();
  }

  @Override
  public RunState join(Duration timeout) {
    checkStarted("join");
    WaitLimit limit = WaitLimit.of(timeout);
    RunState state = state();
    for (int glance = 0;
        !state.isFinal() && !limit.isOver() && !Thread.currentThread().isInterrupted();
        glance++) {
      pause(glance, limit.left());
      state = state();
    }
    return state;
  }

  private void pause(int glance, long left) {
    NativeRun current = run;
    if (glance < GLANCES || current == null) {
      Thread.onSpinWait();
    } else if (card.emulation() == Emulation.HW_EMU) {
      LockSupport.parkNanos(Math.min(left, NAP_NANOS));
    } else {
      current.waitFor((int) Math.min(SLICE_MILLIS, left / 1_000_000));
    }
  }

  /** The library has no function for C that aborts a run. */
  @Override
  public boolean cancel() {
    return false;
  }

  @Override
  public CompletionStage<RunReport> completion() {
    checkStarted("completion");
    CompletionStage<RunReport> stage = completion.stage();
    if (!completion.isEnded()) {
      card.watch(this);
    }
    return stage;
  }

  boolean isOver() {
    return completion.isEnded();
  }

  @Override
  public String toString() {
    return "run of kernel " + kernel.plan().name();
  }
}
