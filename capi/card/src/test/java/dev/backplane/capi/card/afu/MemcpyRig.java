package dev.backplane.capi.card.afu;

import dev.backplane.capi.card.memory.KnownMemory;
import dev.backplane.capi.card.psl.AttachedContext;
import dev.backplane.capi.card.psl.ContextListener;
import dev.backplane.capi.card.psl.Dsisr;
import dev.backplane.capi.card.psl.Faults;
import dev.backplane.capi.card.psl.SoftPsl;
import dev.backplane.ffi.AddressSpace;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A memcpy AFU with one context, and a ring of work elements as a program has it. */
final class MemcpyRig implements AutoCloseable, ContextListener {
  static final int PROCESS = 7;
  static final int RING_LINES = 2;
  private static final int PAGE = 4096;
  private static final AddressSpace SELF = AddressSpace.OWN;
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  final Arena arena = Arena.ofShared();
  final MemorySegment ring = arena.allocate(PAGE, PAGE);
  final MemcpyAfu afu = new MemcpyAfu();
  final SoftPsl psl;
  final List<String> events = new ArrayList<>();
  final KnownMemory known = new KnownMemory();
  private int index;
  private int wrap;

  MemcpyRig() {
    this(Dsisr.CAIA1, Faults.NONE);
  }

  MemcpyRig(Dsisr dsisr, Faults faults) {
    psl = new SoftPsl(afu, dsisr, faults);
    psl.reset();
    psl.start(0);
    attach(SELF);
  }

  final void attach(AddressSpace memory) {
    psl.attach(
        new AttachedContext(PROCESS, ring.address() | RING_LINES, 0, memory, known, 3, this));
    afu.add(PROCESS);
  }

  /** This process, as if it were another one. */
  void attachWithoutAgent() {
    psl.attach(
        new AttachedContext(
            PROCESS, ring.address() | RING_LINES, 0, SELF, known, 3, this, Optional::empty));
  }

  /** Empties the ring, for a context that begins. */
  void begin() {
    ring.fill((byte) 0);
    index = 0;
    wrap = 0;
  }

  void know(MemorySegment memory) {
    known.add(new KnownMemory.Region(memory.address(), memory));
  }

  /** Puts a compare-and-swap of 8 bytes into the ring; returns where. */
  long putSwap(int which, long operand, long value, long address) {
    long at = index * 32L;
    ring.set(ValueLayout.JAVA_BYTE, at + 4, (byte) which);
    ring.set(LONG, at + 8, operand);
    return put(5, 8, value, address);
  }

  /** Puts an element into the ring; returns where. */
  long put(int operation, int length, long source, long target) {
    long at = index * 32L;
    ring.set(ValueLayout.JAVA_BYTE, at + 1, (byte) 0);
    ring.set(SHORT, at + 2, (short) length);
    ring.set(LONG, at + 16, source);
    ring.set(LONG, at + 24, target);
    ring.set(ValueLayout.JAVA_BYTE, at, (byte) (0x80 | wrap | operation));
    if (++index == RING_LINES * 4) {
      index = 0;
      wrap ^= 0x40;
    }
    return at;
  }

  int status(long at) {
    return ring.get(ValueLayout.JAVA_BYTE, at + 1) & 0xff;
  }

  /** Lets the AFU work until an element has a status; returns it. */
  int run(long at) {
    for (int i = 0; i < 100_000 && status(at) == 0; i++) {
      psl.advance();
    }
    return status(at);
  }

  @Override
  public void interrupted(int number) {
    events.add("interrupt " + number);
  }

  @Override
  public void faulted(long address, long dsisr) {
    events.add("fault at 0x%x, dsisr 0x%016x".formatted(address, dsisr));
  }

  @Override
  public void notified() {
    events.add("notified");
  }

  @Override
  public void close() {
    psl.close();
    arena.close();
  }
}
