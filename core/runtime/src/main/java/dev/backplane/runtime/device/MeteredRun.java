package dev.backplane.runtime.device;

import dev.backplane.api.Run;
import dev.backplane.api.RunState;
import dev.backplane.runtime.meter.KernelMeters;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;

/**
 * An execution that is counted when it is started, and once more when its end is noticed. Of the
 * own run of a call, that goes for each execution.
 */
final class MeteredRun extends MeteredCommand {
  private static final VarHandle BEGUN;

  static {
    try {
      BEGUN = MethodHandles.lookup().findVarHandle(MeteredRun.class, "begun", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final KernelMeters meters;

  /** The time of the start of an execution whose end was not counted; 0 if there is none. */
  @SuppressWarnings("UnusedVariable") // Accessed through BEGUN.
  private long begun;

  MeteredRun(Handle<Run> handle, List<UsedMemory> uses, KernelMeters meters) {
    super(handle, uses, meters.waits());
    this.meters = meters;
  }

  /** Counts an execution that the device has accepted. */
  void begins(long time) {
    meters.started().add(1);
    // 0 says that there is none, and is a time like others.
    BEGUN.setRelease(this, time == 0 ? 1 : time);
  }

  /** {@return whether an execution is in flight, after a look at one that may have ended} */
  boolean isInFlight() {
    if ((long) BEGUN.getAcquire(this) != 0) {
      settleIfEnded();
    }
    return (long) BEGUN.getAcquire(this) != 0;
  }

  @Override
  void noteEnd(RunState how) {
    // Looked at first: who asks again and again for a state writes nothing.
    if ((long) BEGUN.getAcquire(this) == 0) {
      return;
    }
    long since = (long) BEGUN.getAndSet(this, 0L);
    if (since != 0) {
      meters.ended(how, System.nanoTime() - since);
    }
  }
}
