package dev.backplane.ffi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import org.jspecify.annotations.Nullable;

/**
 * Memory of a thread for what its calls point to: error numbers, out-parameters, short texts. A
 * frame is a stack frame: what is allocated in it is gone when it is closed, and a nested call
 * takes a frame of its own behind it.
 *
 * <p>Taking from the slab costs next to nothing, where an arena per call costs about 20 ns.
 */
public final class Slab {
  private static final long BYTES = 4096;

  private static final ThreadLocal<Slab> MINE = ThreadLocal.withInitial(Slab::new);

  private final MemorySegment memory = Arena.ofAuto().allocate(BYTES, 64);
  private final long address = memory.address();
  private long used;

  private Slab() {}

  /** {@return a frame in the calling thread's slab; the same thread closes it} */
  public static Frame frame() {
    Slab slab = MINE.get();
    return new Frame(slab, slab.used);
  }

  /** A part of a slab for the memory that one call points to. */
  public static final class Frame implements SegmentAllocator, AutoCloseable {
    private final Slab slab;
    private final long start;
    private @Nullable Arena beside;

    private Frame(Slab slab, long start) {
      this.slab = slab;
      this.start = start;
    }

    /**
     * {@inheritDoc}
     *
     * <p>The content is whatever was there before. What the slab has no room for is allocated
     * beside it, as long as the frame is open.
     */
    @Override
    public MemorySegment allocate(long bytes, long alignment) {
      long from = (slab.used + alignment - 1) & -alignment;
      if (alignment > 64 || bytes > BYTES - from) {
        return beside(bytes, alignment);
      }
      slab.used = from + bytes;
      return slab.memory.asSlice(from, bytes);
    }

    private MemorySegment beside(long bytes, long alignment) {
      Arena arena = beside;
      if (arena == null) {
        arena = Arena.ofConfined();
        beside = arena;
      }
      return arena.allocate(bytes, alignment);
    }

    /**
     * {@return the address of room for one word of 64 bits} What a call gives back is mostly no
     * more, and an address is had sooner than a segment.
     *
     * @throws IllegalStateException if calls are nested so deeply that the slab is full
     */
    public long word() {
      long from = (slab.used + Long.BYTES - 1) & -Long.BYTES;
      if (from > BYTES - Long.BYTES) {
        throw new IllegalStateException("calls of this thread are nested too deeply");
      }
      slab.used = from + Long.BYTES;
      return slab.address + from;
    }

    /** {@return room for an error number, cleared} */
    public MemorySegment errno() {
      MemorySegment captured = allocate(Errno.LAYOUT.byteSize(), Errno.LAYOUT.byteAlignment());
      Errno.clear(captured);
      return captured;
    }

    /** Gives everything back that was allocated in this frame. */
    @Override
    public void close() {
      slab.used = start;
      if (beside != null) {
        beside.close();
      }
    }
  }
}
