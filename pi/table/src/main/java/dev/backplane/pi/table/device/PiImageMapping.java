package dev.backplane.pi.table.device;

import dev.backplane.api.ImageMapping;
import dev.backplane.api.Mapping;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicBoolean;

/** A mapped part of an image; holds queue and image until it is closed. */
final class PiImageMapping implements ImageMapping {
  private final PiQueue queue;
  private final PiImage image;
  private final long address;
  private final long rowPitch;
  private final long slicePitch;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment segment;
  private final AtomicBoolean over = new AtomicBoolean();

  PiImageMapping(
      PiQueue queue,
      PiImage image,
      MemorySegment bytes,
      Mapping.Access access,
      long rowPitch,
      long slicePitch) {
    this.queue = queue;
    this.image = image;
    address = bytes.address();
    this.rowPitch = rowPitch;
    this.slicePitch = slicePitch;
    segment = PiMapping.seen(bytes, access, arena);
  }

  @Override
  public MemorySegment segment() {
    return segment;
  }

  @Override
  public long rowPitch() {
    return rowPitch;
  }

  @Override
  public long slicePitch() {
    return slicePitch;
  }

  @Override
  public void close() {
    if (over.compareAndSet(false, true)) {
      arena.close();
      var _ = queue.unmap("unmap of " + image, image.handle(), address);
    }
  }
}
