package dev.backplane.driverkit.queue;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Mapping;
import dev.backplane.api.Run;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** A part of a buffer as a copy in memory of the host, written back when it is unmapped. */
final class SoftwareMapping implements Mapping {
  private final SoftwareQueue queue;
  private final Transfers transfers;
  private final Buffer buffer;
  private final long offset;
  private final Access access;
  private final MemorySegment copy;
  private final Arena life = Arena.ofShared();
  private final MemorySegment seen;
  private final AtomicBoolean over = new AtomicBoolean();

  /** Keeps the copy as long as what the program sees lives. */
  private record Kept(MemorySegment copy) implements Consumer<MemorySegment> {
    @Override
    public void accept(MemorySegment seen) {
      // From here on it need not be kept.
    }
  }

  @SuppressWarnings("restricted") // What the program sees dies when it unmaps, the copy later.
  SoftwareMapping(
      SoftwareQueue queue,
      Transfers transfers,
      Buffer buffer,
      long offset,
      long bytes,
      Access access) {
    this.queue = queue;
    this.transfers = transfers;
    this.buffer = buffer;
    this.offset = offset;
    this.access = access;
    transfers.hold(buffer);
    copy = Arena.ofAuto().allocate(bytes, Long.BYTES);
    MemorySegment mapped = copy.reinterpret(life, new Kept(copy));
    seen = access == Access.READ ? mapped.asReadOnly() : mapped;
  }

  /** {@return what fills the copy} */
  Work filling() {
    return access == Access.OVERWRITE ? Transfers.NOTHING : transfers.read(buffer, offset, copy);
  }

  /** It was not mapped. */
  void giveUp() {
    if (over.compareAndSet(false, true)) {
      life.close();
      transfers.letGo(buffer);
    }
  }

  @Override
  public MemorySegment segment() {
    return seen;
  }

  @Override
  public Run unmap(Run... after) {
    if (!over.compareAndSet(false, true)) {
      throw BackplaneException.because(ErrorCode.CLOSED, "it was unmapped before")
          .during("unmap")
          .on(buffer.toString())
          .remedy("Unmap it once")
          .build();
    }
    life.close();
    return queue.unmap(new WritingBack(), after);
  }

  @Override
  public void close() {
    if (!over.get()) {
      var _ = unmap();
    }
  }

  private final class WritingBack implements Work {
    @Override
    public void begin() {
      if (access != Access.READ) {
        transfers.device().write(buffer, offset, copy);
      }
    }

    @Override
    public void letGo() {
      transfers.letGo(buffer);
    }
  }
}
