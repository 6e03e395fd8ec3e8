package dev.backplane.runtime.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Run;
import dev.backplane.api.RunReport;
import dev.backplane.api.RunState;
import dev.backplane.plugin.Thrown;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * An execution or a transfer. The device knows it, and it holds the memory that it uses, until its
 * end has been noticed: by whoever looks or waits, or by the device, which looks now and then.
 */
class ManagedRun extends CheckedRun {
  static final List<UsedMemory> NO_MEMORY = List.of();

  private final CommandMemory memory;
  private boolean tracked;

  /** A run that the device does not wait for, and that uses no memory by itself. */
  ManagedRun(Handle<Run> handle) {
    this(handle, NO_MEMORY);
  }

  ManagedRun(Handle<Run> handle, List<UsedMemory> uses) {
    super(handle);
    memory = new CommandMemory(uses);
  }

  /** A run may be asked about its end for as long as its device is open. */
  static Handle<Run> handle(Checked from, String name, Run made) {
    Origin ofDevice = from.origin.within(from.device.origin().lifetime());
    return new Handle<>(from.device, ofDevice, made, name);
  }

  /**
   * Takes over the run of a command, which keeps its memory in use until the command has ended.
   *
   * @throws BackplaneException {@link ErrorCode#CLOSED} if the device was closed while the command
   *     was being made; it is cancelled then
   */
  static ManagedRun adopt(Checked from, String operation, Run made, Arguments own) {
    ManagedRun managed = from.device.forms().command(handle(from, operation, made), own.keep());
    managed.track(operation);
    return managed;
  }

  /**
   * Takes over the run of a kernel, as {@link #adopt(Checked, String, Run, Arguments)} does.
   *
   * @param begun when its start was begun, by {@link Forms#now}
   */
  static ManagedRun adopt(Checked from, String kernel, Run made, Arguments own, long begun) {
    ManagedRun managed =
        from.device.forms().execution(handle(from, kernel, made), kernel, own.keep(), begun);
    managed.track(kernel);
    return managed;
  }

  /** Has the device know it. */
  final void track(String operation) {
    tracked = true;
    if (!device.runs().add(this)) {
      origin.closeLate(operation, this::cancelForClose);
      // Nobody gets it.
      noteEnd(RunState.CANCELLED);
      throw lifetime.closed(operation);
    }
  }

  /** Only the own run of a call can be one that was never started. */
  @Override
  void beginUse(String operation) {
    super.beginUse(operation);
    if (!tracked && origin.ask(operation, target::state) == RunState.NEW) {
      throw origin
          .error(
              ErrorCode.INVALID_ARGUMENT, "it would have to wait for " + this + ", never started")
          .during(operation)
          .remedy("Start its call first, or leave it out")
          .build();
    }
  }

  @Override
  public RunState state() {
    return noted(origin.ask("state of run", target::state));
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
    } catch (Throwable e) {
      // A timeout, or an interrupt, says nothing of the run.
      settleIfEnded();
      throw origin.failed("await run", e);
    }
    settle(RunState.COMPLETED);
    return origin.required("await run", report);
  }

  @Override
  public RunState join(Duration timeout) {
    lifetime.check("await run");
    if (timeout.isNegative()) {
      throw origin.negative("await run", "timeout", timeout);
    }
    RunState state;
    try {
      state = target.join(timeout);
    } catch (Throwable e) {
      throw origin.failed("await run", e);
    }
    return noted(origin.required("await run", state));
  }

  @Override
  public CompletionStage<RunReport> completion() {
    CompletionStage<RunReport> stage = origin.later("run", origin.ask("run", target::completion));
    return stage.whenComplete(
        (report, failure) -> {
          if (failure == null) {
            settle(RunState.COMPLETED);
          } else {
            settle();
            settleIfEnded();
          }
        });
  }

  /** Calls back; an exception of the callback is the caller's own, not the plugin's. */
  @Override
  public CompletionStage<Void> whenDone(Consumer<RunState> callback) {
    return origin
        .ask("when done", () -> target.whenDone(state -> callback.accept(noted(state))))
        // Not the driver's future: a holder that completes it must not confuse the driver.
        .thenCompose(CompletableFuture::completedStage);
  }

  private RunState noted(RunState state) {
    if (state.isFinal()) {
      settle(state);
    }
    return state;
  }

  /** Lets go of its memory if it has ended and nobody looked. */
  final void settleIfEnded() {
    try {
      noted(target.state());
    } catch (Throwable e) {
      // A run that cannot even say its state is not known to have ended.
      System.getLogger(ManagedRun.class.getName())
          .log(System.Logger.Level.WARNING, "state of " + this, Thrown.printable(e));
    }
  }

  private void settle(RunState how) {
    settle();
    noteEnd(how);
  }

  final void settle() {
    if (!memory.isReleased()) {
      memory.release();
      device.runs().remove(this);
    }
  }

  /**
   * Says that its end was noticed.
   *
   * @param how how it ended
   */
  void noteEnd(RunState how) {}

  /** {@return whether it keeps memory from being closed} */
  final boolean uses(UsedMemory wanted) {
    return memory.contains(wanted);
  }

  /** {@return whose run it is} */
  final String instance() {
    return origin.instance();
  }

  /** Asks it to end. */
  final void cancelForClose() {
    target.cancel();
  }

  /** Waits, for closing the device; how it ends does not matter, only that it does. */
  final void awaitEnd(Duration patience) {
    if (target.state() == RunState.NEW) {
      settle();
      return;
    }
    RunState state = target.join(patience);
    if (state.isFinal()) {
      settle(state);
      return;
    }
    throw origin
        .error(ErrorCode.TIMEOUT, this + " has not ended")
        .during("close")
        .remedy("Wait for it before the device is closed")
        .build();
  }

  @Override
  public String toString() {
    return "a run of " + super.toString();
  }
}
