package dev.backplane.runtime.device;

import dev.backplane.api.Call;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Run;
import dev.backplane.runtime.meter.KernelMeters;
import org.jspecify.annotations.Nullable;

/** A call whose executions are counted. Its meters are found when it is made. */
final class MeteredCall extends ManagedCall {
  private final KernelMeters meters;

  /** The run of all that it starts. */
  private @Nullable MeteredRun counted;

  MeteredCall(
      OwnedHandle<Call> handle,
      Lifetime program,
      String name,
      KernelArguments arguments,
      KernelMeters meters) {
    super(handle, program, name, arguments);
    this.meters = meters;
  }

  KernelMeters meters() {
    return meters;
  }

  @Override
  ManagedRun own(Run started) {
    counted =
        new MeteredRun(ManagedRun.handle(this, name(), started), ManagedRun.NO_MEMORY, meters);
    return counted;
  }

  @Override
  public Run start() {
    lifetime.check("start");
    MeteredRun before = counted;
    if (before != null && before.isInFlight()) {
      // Asked before the device is, which would take it if that one ended meanwhile uncounted.
      throw origin
          .error(ErrorCode.IN_USE, "an execution that was started is in flight")
          .during("start " + name())
          .remedy("Wait for its run, then start the call again")
          .build();
    }
    long begun = System.nanoTime();
    Run run = super.start();
    if (counted != null) {
      counted.begins(begun);
    }
    return run;
  }

  @Override
  public void close() {
    super.close();
    if (counted != null) {
      // Closing has cancelled what was in flight.
      var _ = counted.isInFlight();
    }
  }
}
