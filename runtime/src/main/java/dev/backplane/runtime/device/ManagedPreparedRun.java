package dev.backplane.runtime.device;

import dev.backplane.api.Argument;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.PreparedRun;
import dev.backplane.api.RunReport;
import dev.backplane.api.RunState;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A prepared run that holds its buffers until it is closed. Starting and waiting only ask whether
 * it is open: nothing is counted or made for a start.
 */
final class ManagedPreparedRun implements PreparedRun, TrackedRun {
  private final OpenDevice device;
  private final Origin origin;
  private final Lifetime lifetime;
  private final ManagedKernel kernel;
  private final PreparedRun target;
  private final @Nullable ManagedBuffer[] buffers;

  /** The follower of executions for {@link #completion}. */
  private final RunStages stages;

  /**
   * A prepared run.
   *
   * @param origin with a lifetime of its own
   * @param buffers by argument, each noted as used; null for numbers
   */
  ManagedPreparedRun(
      OpenDevice device,
      Origin origin,
      ManagedKernel kernel,
      PreparedRun target,
      @Nullable ManagedBuffer[] buffers) {
    this.device = device;
    this.origin = origin;
    this.kernel = kernel;
    this.target = target;
    this.buffers = buffers;
    lifetime = origin.lifetime();
    stages = new RunStages(origin);
  }

  @Override
  public PreparedRun set(int argument, Object value) {
    lifetime.check("set");
    Argument wanted = kernel.argumentAt(argument, "set");
    if (value instanceof Buffer) {
      return set(argument, kernel.own("set", wanted, value));
    }
    Object own = kernel.checked("set", wanted, value);
    origin.tell("set", () -> target.set(argument, own));
    return this;
  }

  private PreparedRun set(int argument, ManagedBuffer buffer) {
    boolean set = false;
    buffer.use("set");
    try {
      origin.tell("set", () -> target.set(argument, buffer.target()));
      set = true;
    } finally {
      if (!set) {
        buffer.release();
      }
    }
    ManagedBuffer before = buffers[argument];
    buffers[argument] = buffer;
    if (before != null) {
      before.release();
    }
    return this;
  }

  @Override
  public PreparedRun set(int argument, long value) {
    lifetime.check("set");
    try {
      target.set(argument, value);
    } catch (Throwable e) {
      throw origin.failed("set", e);
    }
    return this;
  }

  @Override
  public PreparedRun limit(Duration limit) {
    if (limit.isNegative()) {
      throw origin
          .error(ErrorCode.INVALID_ARGUMENT, "a limit cannot be negative: " + limit)
          .during("limit")
          .build();
    }
    origin.tell("limit", () -> target.limit(limit));
    return this;
  }

  @Override
  public PreparedRun start() {
    lifetime.check("start");
    kernel.lifetime().check("start");
    try {
      target.start();
      if (kernel.lifetime().isOver()) {
        // The device may have cancelled it before it started.
        target.cancel();
      }
    } catch (Throwable e) {
      throw origin.failed("start", e);
    }
    return this;
  }

  @Override
  public RunState join(Duration timeout) {
    lifetime.check("join");
    try {
      return target.join(timeout);
    } catch (Throwable e) {
      throw origin.failed("join", e);
    }
  }

  @Override
  public RunState state() {
    lifetime.check("state of run");
    try {
      return target.state();
    } catch (Throwable e) {
      throw origin.failed("state of run", e);
    }
  }

  @Override
  public RunReport await(Duration timeout) {
    lifetime.check("await run");
    if (timeout.isNegative()) {
      throw origin
          .error(ErrorCode.INVALID_ARGUMENT, "a timeout cannot be negative: " + timeout)
          .during("await run")
          .build();
    }
    try {
      return target.await(timeout);
    } catch (Throwable e) {
      throw origin.failed("await", e);
    }
  }

  @Override
  public boolean cancel() {
    lifetime.check("cancel run");
    try {
      return target.cancel();
    } catch (Throwable e) {
      throw origin.failed("cancel", e);
    }
  }

  @Override
  public CompletionStage<RunReport> completion() {
    return stages.of(target);
  }

  @Override
  public void close() {
    if (!lifetime.end()) {
      throw lifetime.closed("close prepared run");
    }
    boolean gone = true;
    try {
      target.close();
    } catch (Throwable e) {
      gone = target.state().isFinal();
      throw origin.failed("close prepared run", e);
    } finally {
      if (gone) {
        letGo();
      }
    }
  }

  private void letGo() {
    device.runs().remove(this);
    for (ManagedBuffer buffer : buffers) {
      if (buffer != null) {
        buffer.release();
      }
    }
  }

  @Override
  public boolean uses(UsedMemory memory) {
    for (ManagedBuffer own : buffers) {
      if (own == memory) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void settleIfEnded() {
    // It keeps its buffers from execution to execution.
  }

  @Override
  public void awaitEnd(Duration patience) {
    if (target.state() != RunState.NEW) {
      target.join(patience);
    }
  }

  @Override
  public String instance() {
    return origin.instance();
  }

  @Override
  public void cancelForClose() {
    target.cancel();
  }

  @Override
  public String toString() {
    return "a prepared run of " + kernel.name();
  }
}
