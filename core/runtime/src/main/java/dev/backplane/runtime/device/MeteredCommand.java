package dev.backplane.runtime.device;

import dev.backplane.api.Run;
import dev.backplane.api.RunReport;
import dev.backplane.api.RunState;
import dev.backplane.runtime.metrics.Metrics.Meter;
import java.time.Duration;
import java.util.List;

/** A run that counts who waits for it. */
class MeteredCommand extends ManagedRun {
  private final Meter waits;

  MeteredCommand(Handle<Run> handle, List<UsedMemory> uses, Meter waits) {
    super(handle, uses);
    this.waits = waits;
  }

  @Override
  public final RunReport await(Duration timeout) {
    long begun = System.nanoTime();
    try {
      return super.await(timeout);
    } finally {
      waits.add(System.nanoTime() - begun);
    }
  }

  @Override
  public final RunState join(Duration timeout) {
    long begun = System.nanoTime();
    try {
      return super.join(timeout);
    } finally {
      waits.add(System.nanoTime() - begun);
    }
  }
}
