package dev.backplane.runtime.device;

import dev.backplane.api.Argument;
import dev.backplane.api.Buffer;
import dev.backplane.api.PreparedRun;
import dev.backplane.api.RunState;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A prepared run that holds its buffers until it is closed. Starting and waiting only ask whether
 * it is open: nothing is counted or made for a start.
 */
final class ManagedPreparedRun extends CheckedPreparedRun implements TrackedRun {
  private final ManagedKernel kernel;
  private final @Nullable ManagedBuffer[] buffers;

  /**
   * A prepared run.
   *
   * @param handle with a lifetime of its own
   * @param buffers by argument, each noted as used; null for numbers
   */
  ManagedPreparedRun(
      Handle<PreparedRun> handle, ManagedKernel kernel, @Nullable ManagedBuffer[] buffers) {
    super(handle);
    this.kernel = kernel;
    this.buffers = buffers;
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
    buffer.beginUse("set");
    try {
      origin.tell("set", () -> target.set(argument, buffer.target));
      set = true;
    } finally {
      if (!set) {
        buffer.endUse();
      }
    }
    ManagedBuffer before = buffers[argument];
    buffers[argument] = buffer;
    if (before != null) {
      before.endUse();
    }
    return this;
  }

  @Override
  public PreparedRun start() {
    lifetime.check("start");
    kernel.lifetime.check("start");
    try {
      target.start();
      if (kernel.lifetime.isOver()) {
        // The device may have cancelled it before it started.
        target.cancel();
      }
    } catch (Throwable e) {
      throw origin.failed("start", e);
    }
    return this;
  }

  @Override
  public void close() {
    if (!lifetime.end()) {
      return;
    }
    boolean gone = true;
    try {
      target.close();
    } catch (Throwable e) {
      gone = target.state().isFinal();
      throw origin.failedToClose("close prepared run", e);
    } finally {
      if (gone) {
        letGo();
      } else {
        lifetime.reopen();
      }
    }
  }

  private void letGo() {
    device.runs().remove(this);
    for (ManagedBuffer buffer : buffers) {
      if (buffer != null) {
        buffer.endUse();
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
