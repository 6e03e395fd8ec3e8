package dev.backplane.runtime.device;

import dev.backplane.api.Buffer;
import dev.backplane.runtime.meter.DeviceMeters;
import org.jspecify.annotations.Nullable;

/** A buffer whose transfers are counted. */
final class MeteredBuffer extends ManagedBuffer {
  private final DeviceMeters meters;

  MeteredBuffer(
      Checked from,
      Buffer target,
      Name name,
      @Nullable ManagedBuffer of,
      long offset,
      DeviceMeters meters) {
    super(from, target, name, of, offset);
    this.meters = meters;
  }

  @Override
  public Buffer sync(long offset, long bytes) {
    Buffer moved = super.sync(offset, bytes);
    meters.toDevice().add(bytes);
    return moved;
  }

  @Override
  public Buffer syncBack(long offset, long bytes) {
    Buffer moved = super.syncBack(offset, bytes);
    meters.fromDevice().add(bytes);
    return moved;
  }

  @Override
  public Buffer copyFrom(Buffer source, long sourceOffset, long offset, long bytes) {
    Buffer moved = super.copyFrom(source, sourceOffset, offset, bytes);
    meters.onDevice().add(bytes);
    return moved;
  }
}
