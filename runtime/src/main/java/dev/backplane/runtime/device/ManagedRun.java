package dev.backplane.runtime.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Run;
import dev.backplane.api.RunReport;
import dev.backplane.api.RunState;
import dev.backplane.plugin.Thrown;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** A run that holds its buffers until it has ended. */
final class ManagedRun extends CheckedRun implements TrackedRun {
  private final String kernel;
  private final CommandMemory buffers;

  ManagedRun(Handle<Run> handle, String kernel, List<UsedMemory> buffers) {
    super(handle);
    this.kernel = kernel;
    this.buffers = new CommandMemory(buffers);
  }

  /**
   * Is told when the run ends, so that nothing is kept of runs that nobody waits for.
   *
   * @throws BackplaneException {@link ErrorCode#CLOSED} if the device was closed while the run was
   *     being started; it is cancelled then
   */
  void watch() {
    if (target.state().isFinal()) {
      // Short kernels have ended by now: nobody needs to be told.
      settle();
      return;
    }
    boolean endsWithDevice = device.runs().add(this);
    try {
      var _ = target.completion().whenComplete((report, failure) -> settle());
      if (!endsWithDevice) {
        cancelForClose();
      }
    } catch (Throwable e) {
      throw origin.failed("start " + kernel, e);
    }
    if (!endsWithDevice) {
      throw device.origin().lifetime().closed("start " + kernel);
    }
  }

  @Override
  public RunState state() {
    RunState state = origin.ask("state of run", target::state);
    if (state.isFinal()) {
      settle();
    }
    return state;
  }

  @Override
  public RunReport await(Duration timeout) {
    lifetime.check("await run");
    if (timeout.isNegative()) {
      throw origin.negative("await run", "timeout", timeout);
    }
    RunReport report;
    try {
      report = target.await(timeout);
    } catch (BackplaneException e) {
      // A timeout, or an interrupt, says nothing of the run.
      settleIfEnded();
      throw origin.failed("await", e);
    } catch (Throwable e) {
      throw origin.failed("await", e);
    }
    settle();
    return origin.required("await", report);
  }

  @Override
  public CompletionStage<RunReport> completion() {
    CompletionStage<RunReport> stage =
        origin.later("run", origin.ask("completion of run", target::completion));
    return stage.whenComplete((report, failure) -> settle());
  }

  @Override
  public void settleIfEnded() {
    try {
      if (target.state().isFinal()) {
        settle();
      }
    } catch (Throwable e) {
      // A run that cannot even say its state is not known to have ended.
      System.getLogger(ManagedRun.class.getName())
          .log(System.Logger.Level.WARNING, "state of " + this, Thrown.printable(e));
    }
  }

  private void settle() {
    if (!buffers.isReleased()) {
      buffers.release();
      device.runs().remove(this);
    }
  }

  @Override
  public boolean uses(UsedMemory memory) {
    return buffers.contains(memory);
  }

  @Override
  public void awaitEnd(Duration patience) {
    try {
      target.await(patience);
    } catch (BackplaneException e) {
      if (!target.state().isFinal()) {
        throw e;
      }
    }
    settle();
  }

  @Override
  public String instance() {
    return origin.instance();
  }

  @Override
  public void cancelForClose() {
    try {
      target.cancel();
    } catch (BackplaneException e) {
      // Where no run can be cancelled, its end is waited for, and told if it does not come.
      if (e.code() != ErrorCode.NOT_SUPPORTED) {
        throw e;
      }
    }
  }

  @Override
  public String toString() {
    return "a run of " + kernel;
  }
}
