package dev.backplane.drivers.xrt;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Run;
import dev.backplane.api.RunReport;
import dev.backplane.api.RunState;
import dev.backplane.driverkit.Completion;
import dev.backplane.driverkit.WaitLimit;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
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
  private final Completion<RunReport> completion = new Completion<>();
  private final long begun = System.nanoTime();
  private volatile boolean started;

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

  /** The library has it: what it says of the run object is no longer of the execution before. */
  void started() {
    started = true;
  }

  /** Looks at the state that the library has, and settles the run if it is an end. */
  void look() {
    var _ = state();
  }

  /** The library called back: whatever the state is, it is an end. */
  void called(int state) {
    var _ = see(state);
  }

  /** The library does not say what became of it. */
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

  /** Where it stands as far as this side knows; another thread may be settling it just now. */
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

  /** Forgets a run that could not be started. */
  void discard() {
    if (completion.claim()) {
      letGo();
    }
  }

  private void letGo() {
    kernel.giveBack(run);
    buffers.forEach(XrtBuffer::leave);
    fabric.leave();
    card.ended(this);
  }

  /**
   * Where the library calls back it is not asked: that would make it call back from the thread that
   * asks, while its own thread still has the run.
   */
  @Override
  public RunState state() {
    if (completion.isEnded() || card.callback()) {
      return known();
    }
    return started ? see(run.state()) : RunState.QUEUED;
  }

  @Override
  public RunReport await(Duration timeout) {
    WaitLimit limit = WaitLimit.of(timeout);
    for (int glance = 0; !state().isFinal(); glance++) {
      limit.check(toString(), "Wait longer");
      pause(glance, limit.left());
    }
    return completion.result();
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
