package dev.backplane.bench;

import dev.backplane.api.Device;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Token;
import dev.backplane.api.capi.Attachment;
import dev.backplane.api.capi.Coherent;
import dev.backplane.api.capi.StartWork;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/** A ring of copies in memory of this process, which the memcpy AFU makes. */
final class CopyRing implements AutoCloseable {
  /** Copies of a ring, which fill 32 lines. */
  static final int ELEMENTS = 128;

  /** Lines of a copy, the most that its length of 16 bits can say. */
  static final int LINES = 511;

  private static final int LINE = 128;
  private static final int ELEMENT = 32;
  private static final long COPY = (long) LINES * LINE;
  private static final long CONTROL = 0x18;
  private static final long DEADLINE = Duration.ofMinutes(1).toNanos();

  /** Short beside the copies, so that the host leaves its core to the accelerator. */
  private static final long NAP = 20_000;

  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN);

  private final Arena arena = Arena.ofShared();
  private final MemorySegment ring = arena.allocate((long) ELEMENTS * ELEMENT, 4096);
  private final MemorySegment source = arena.allocate(ELEMENTS * COPY, 4096);
  private final MemorySegment target = arena.allocate(ELEMENTS * COPY, 4096);
  private final Device device;
  private final Attachment attachment;
  private int wrap;

  CopyRing(Token slave, boolean told) {
    byte[] random = new byte[(int) source.byteSize()];
    new Random(1).nextBytes(random);
    source.copyFrom(MemorySegment.ofArray(random));
    device = slave.open(OpenMode.SHARED);
    attachment =
        device
            .facet(Coherent.class)
            .attach(StartWork.of(ring.address() | (long) ELEMENTS * ELEMENT / LINE));
    if (told) {
      attachment.tell(ring);
      attachment.tell(source);
      attachment.tell(target);
    }
  }

  static double linesPerSecond(long nanos) {
    return (double) ELEMENTS * LINES * 1e9 / nanos;
  }

  /** Copies all; returns nanoseconds. */
  long copy() throws IOException {
    target.fill((byte) 0);
    long begin = System.nanoTime();
    // The first is marked valid last, so none is met before it is whole.
    for (int i = ELEMENTS - 1; i >= 0; i--) {
      long at = (long) i * ELEMENT;
      ring.set(ValueLayout.JAVA_BYTE, at + 1, (byte) 0);
      ring.set(SHORT, at + 2, (short) COPY);
      ring.set(LONG, at + 16, source.address() + i * COPY);
      ring.set(LONG, at + 24, target.address() + i * COPY);
      ring.set(ValueLayout.JAVA_BYTE, at, (byte) (0x80 | wrap));
    }
    attachment.problemState().write64(CONTROL, 0);
    while (ring.get(ValueLayout.JAVA_BYTE, (ELEMENTS - 1L) * ELEMENT + 1) == 0) {
      if (System.nanoTime() - begin > DEADLINE) {
        throw new IOException("the memcpy AFU does not end its copies");
      }
      LockSupport.parkNanos(NAP);
    }
    long nanos = System.nanoTime() - begin;
    wrap ^= 0x40;
    if (target.mismatch(source) >= 0) {
      throw new IOException("the memcpy AFU copied something else");
    }
    return nanos;
  }

  @Override
  public void close() {
    attachment.close();
    device.close();
    arena.close();
  }
}
