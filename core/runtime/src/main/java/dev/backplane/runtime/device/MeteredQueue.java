package dev.backplane.runtime.device;

import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.Mapping;
import dev.backplane.api.Queue;
import dev.backplane.api.Rect;
import dev.backplane.api.Run;
import dev.backplane.runtime.meter.DeviceMeters;
import java.lang.foreign.MemorySegment;
import java.time.Duration;

/** A queue whose transfers are counted when the device has accepted them. */
final class MeteredQueue extends ManagedQueue {
  private final DeviceMeters meters;

  MeteredQueue(OwnedHandle<Queue> handle, DeviceMeters meters) {
    super(handle);
    this.meters = meters;
  }

  @Override
  public void enqueue(Call call) {
    super.enqueue(call);
    // One of another device was refused.
    ((MeteredCall) call).meters().enqueued().add(1);
  }

  @Override
  public Run read(Buffer source, long offset, MemorySegment target, Run... after) {
    Run run = super.read(source, offset, target, after);
    meters.fromDevice().add(target.byteSize());
    return run;
  }

  @Override
  public Run write(Buffer target, long offset, MemorySegment source, Run... after) {
    Run run = super.write(target, offset, source, after);
    meters.toDevice().add(source.byteSize());
    return run;
  }

  @Override
  public Run copy(
      Buffer source,
      long sourceOffset,
      Buffer target,
      long targetOffset,
      long bytes,
      Run... after) {
    Run run = super.copy(source, sourceOffset, target, targetOffset, bytes, after);
    meters.onDevice().add(bytes);
    return run;
  }

  @Override
  public Run readRect(Buffer source, Rect from, MemorySegment target, Rect to, Run... after) {
    Run run = super.readRect(source, from, target, to, after);
    meters.fromDevice().add(from.bytes());
    return run;
  }

  @Override
  public Run writeRect(Buffer target, Rect to, MemorySegment source, Rect from, Run... after) {
    Run run = super.writeRect(target, to, source, from, after);
    meters.toDevice().add(to.bytes());
    return run;
  }

  @Override
  public Run copyRect(Buffer source, Rect from, Buffer target, Rect to, Run... after) {
    Run run = super.copyRect(source, from, target, to, after);
    meters.onDevice().add(from.bytes());
    return run;
  }

  @Override
  public Run fill(Buffer target, long offset, long bytes, MemorySegment pattern, Run... after) {
    Run run = super.fill(target, offset, bytes, pattern, after);
    meters.onDevice().add(bytes);
    return run;
  }

  @Override
  public Mapping map(
      Buffer buffer,
      long offset,
      long bytes,
      Mapping.Access access,
      Duration timeout,
      Run... after) {
    long begun = System.nanoTime();
    try {
      return super.map(buffer, offset, bytes, access, timeout, after);
    } finally {
      meters.waits().add(System.nanoTime() - begun);
    }
  }

  @Override
  public void finish(Duration timeout) {
    long begun = System.nanoTime();
    try {
      super.finish(timeout);
    } finally {
      meters.waits().add(System.nanoTime() - begun);
    }
  }
}
