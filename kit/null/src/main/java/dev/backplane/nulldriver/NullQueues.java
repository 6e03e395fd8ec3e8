package dev.backplane.nulldriver;

import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.Run;
import dev.backplane.driverkit.queue.QueuedDevice;
import dev.backplane.driverkit.queue.Work;
import java.lang.foreign.MemorySegment;

/** The null device, as the host's queues use it. */
final class NullQueues implements QueuedDevice {
  private final NullMemory memory;

  NullQueues(NullMemory memory) {
    this.memory = memory;
  }

  @Override
  public boolean isOwn(Run run) {
    // A real driver asks whether the run is one of this device.
    return run instanceof NullRun;
  }

  @Override
  public Work take(Call call) {
    if (call instanceof NullCall own && own.isOf(memory)) {
      return own.take();
    }
    throw foreign("the call");
  }

  private NullBuffer own(Buffer buffer) {
    if (buffer instanceof NullBuffer own && own.isOf(memory)) {
      return own;
    }
    throw foreign("the buffer");
  }

  @Override
  public void hold(Buffer buffer) {
    own(buffer).enter();
  }

  @Override
  public void letGo(Buffer buffer) {
    own(buffer).leave();
  }

  @Override
  public void read(Buffer source, long offset, MemorySegment target) {
    MemorySegment.copy(own(source).device(), offset, target, 0, target.byteSize());
  }

  @Override
  public void write(Buffer target, long offset, MemorySegment source) {
    MemorySegment.copy(source, 0, own(target).device(), offset, source.byteSize());
  }

  @Override
  public void copy(Buffer source, long sourceOffset, Buffer target, long targetOffset, long bytes) {
    MemorySegment.copy(
        own(source).device(), sourceOffset, own(target).device(), targetOffset, bytes);
  }

  @Override
  public String toString() {
    return "null device";
  }
}
