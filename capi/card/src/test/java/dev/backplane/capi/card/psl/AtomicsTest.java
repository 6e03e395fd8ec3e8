package dev.backplane.capi.card.psl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.capi.card.memory.AtomicAnswer;
import dev.backplane.capi.card.memory.AtomicAnswer.Status;
import dev.backplane.capi.card.memory.AtomicRequest;
import dev.backplane.capi.card.memory.KnownMemory;
import dev.backplane.capi.card.memory.KnownMemory.Region;
import dev.backplane.capi.card.memory.OwnAgent;
import dev.backplane.ffi.AddressSpace;
import dev.backplane.ffi.NativeLibrary;
import dev.backplane.ffi.WordCalls;
import dev.backplane.rtl.harness.psl.AtomicOperation;
import dev.backplane.rtl.harness.psl.DmaRequest;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Atomic operations on memory of this process, known and not, beside a plain model of them. */
final class AtomicsTest {
  private static final int BYTES = 64;
  private static final AddressSpace SELF = AddressSpace.OWN;

  /** Values near which something happens, and others that are equal often. */
  private static final long[] VALUES = {
    0, 1, 2, -1, Integer.MAX_VALUE, Integer.MIN_VALUE, Long.MAX_VALUE, Long.MIN_VALUE, 0x0102030405L
  };

  @BeforeAll
  static void hasAnAgent() {
    assumeTrue(
        OwnAgent.get().isPresent(), "libbackplane-atomics.so.1 was not built, or not for this CPU");
  }

  private static AttachedContext context(KnownMemory known) {
    return new AttachedContext(0, 0, 0, SELF, known, 1, new Ignoring());
  }

  @ParameterizedTest
  @EnumSource
  void anOperationDoesWhatThePlainModelDoes(AtomicOperation operation) {
    Random random = new Random(operation.code());
    try (Arena arena = Arena.ofShared()) {
      MemorySegment memory = arena.allocate(BYTES, BYTES);
      MemorySegment model = arena.allocate(BYTES, BYTES);
      KnownMemory known = new KnownMemory();
      known.add(new Region(memory.address(), memory));
      for (int i = 0; i < 400; i++) {
        int bytes = random.nextBoolean() ? 4 : 8;
        ByteOrder order = random.nextBoolean() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        long at = (long) random.nextInt(BYTES / bytes) * bytes;
        AtomicRequest request =
            new AtomicRequest(
                operation,
                bytes,
                order,
                memory.address() + at,
                any(random, bytes),
                any(random, bytes));
        if (random.nextInt(3) == 0) {
          DmaRequest.put(any(random, bytes), memory, at, bytes, order);
        }
        model.copyFrom(memory);

        AtomicAnswer answer =
            Atomics.apply(context(random.nextBoolean() ? known : new KnownMemory()), request);

        long neighbour = at + (long) operation.neighbour() * bytes;
        boolean isPair = neighbour != at;
        if (neighbour / 32 != at / 32 || neighbour < 0) {
          assertThat(answer.status()).isEqualTo(Status.IMPOSSIBLE);
        } else if (isPair && bytes == 8 && Math.min(at, neighbour) % 16 != 0) {
          assertThat(answer.status()).isEqualTo(Status.IMPOSSIBLE);
        } else {
          assertThat(answer.status()).isEqualTo(Status.DONE);
          long before = DmaRequest.number(model, at, bytes, order);
          long other = DmaRequest.number(model, neighbour, bytes, order);
          assertThat(answer.value()).isEqualTo(operation.answer(before, other, bytes));
          DmaRequest.put(
              operation.after(before, other, request.first(), request.second()),
              model,
              at,
              bytes,
              order);
          if (operation == AtomicOperation.STORE_TWIN && before == other) {
            DmaRequest.put(request.first(), model, neighbour, bytes, order);
          }
        }
        assertThat(memory.mismatch(model)).as("%s at %d", request, at).isEqualTo(-1);
      }
    }
  }

  private static long any(Random random, int bytes) {
    long value = random.nextInt(4) == 0 ? random.nextLong() : VALUES[random.nextInt(VALUES.length)];
    return bytes == 4 ? (int) value : value;
  }

  /** The agent has another process, and the processor all the same. */
  @Test
  void noUpdateOfThreadsOrOfTheAgentIsLost() throws InterruptedException {
    VarHandle counter = ValueLayout.JAVA_LONG.varHandle();
    try (Arena arena = Arena.ofShared()) {
      MemorySegment word = arena.allocate(64, 64);
      Thread program =
          Thread.ofPlatform()
              .start(
                  () -> {
                    for (int i = 0; i < 2_000_000; i++) {
                      counter.getAndAdd(word, 0L, 1L);
                    }
                  });
      AtomicRequest add = request(AtomicOperation.ADD, word.address(), 1L << 32);
      long made = 0;
      while (made < 3000 || (program.isAlive() && made < 30_000)) {
        assertThat(Atomics.apply(context(new KnownMemory()), add).status()).isEqualTo(Status.DONE);
        made++;
      }
      program.join();
      assertThat(word.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(made << 32 | 2_000_000);
    }
  }

  private static AtomicRequest request(AtomicOperation operation, long address, long operand) {
    return new AtomicRequest(operation, 8, ByteOrder.nativeOrder(), address, operand, 0);
  }

  @Test
  void reportsMissingOrReadOnlyMemoryAndGoesOn() {
    KnownMemory none = new KnownMemory();
    for (long address : new long[] {0, 8, 0x3000, 1L << 47, 0x8000_0000_0000_0000L, -8}) {
      for (AtomicOperation operation : AtomicOperation.values()) {
        Status expected =
            operation.fits(address, 8)
                    && (operation.neighbour() == 0 || pair(operation, address) % 16 == 0)
                ? Status.MISSING
                : Status.IMPOSSIBLE;
        assertThat(Atomics.apply(context(none), request(operation, address, 1)).status())
            .as("%s at 0x%x", operation, address)
            .isEqualTo(expected);
      }
    }
    long page = Page.ADDRESS;
    Page.map();
    Page.forbidWrites();
    assertThat(Atomics.apply(context(none), request(AtomicOperation.ADD, page, 1)).status())
        .isEqualTo(Status.FORBIDDEN);
    Page.unmap();
    assertThat(Atomics.apply(context(none), request(AtomicOperation.ADD, page, 1)).status())
        .isEqualTo(Status.MISSING);
  }

  private static long pair(AtomicOperation operation, long address) {
    return Math.min(address, address + operation.neighbour() * 8L);
  }

  @Test
  void memoryMayGoWhileOperationsAreMade() throws InterruptedException {
    Page.map();
    Thread program =
        Thread.ofPlatform()
            .start(
                () -> {
                  for (int i = 0; i < 3000; i++) {
                    Page.unmap();
                    Page.map();
                  }
                });
    int done = 0;
    int missing = 0;
    AttachedContext context = context(new KnownMemory());
    while (program.isAlive() || done == 0) {
      switch (Atomics.apply(context, request(AtomicOperation.FETCH_ADD, Page.ADDRESS, 1))
          .status()) {
        case DONE -> done++;
        case MISSING -> missing++;
        case FORBIDDEN, IMPOSSIBLE -> throw new AssertionError("the agent has ended");
      }
    }
    program.join();
    assertThat(done + missing).isPositive();
    Page.unmap();
  }

  private static final class Ignoring implements ContextListener {
    @Override
    public void interrupted(int number) {}

    @Override
    public void faulted(long address, long dsisr) {}

    @Override
    public void notified() {}
  }

  /** A page of this process, at an address that neither the system nor the JVM chooses. */
  private static final class Page {
    static final long ADDRESS = 0x2000_0000_0000L;
    private static final long BYTES = 4096;
    private static final long READ = 1;
    private static final long READ_AND_WRITE = 3;
    private static final long PRIVATE_ANONYMOUS_FIXED = 0x32;
    private static final MemorySegment MMAP = NativeLibrary.c().function("mmap");
    private static final MemorySegment MPROTECT = NativeLibrary.c().function("mprotect");
    private static final MemorySegment MUNMAP = NativeLibrary.c().function("munmap");

    static void map() {
      WordCalls.call(MMAP, ADDRESS, BYTES, READ_AND_WRITE, PRIVATE_ANONYMOUS_FIXED, -1L, 0L);
    }

    static void forbidWrites() {
      WordCalls.call(MPROTECT, ADDRESS, BYTES, READ);
    }

    static void unmap() {
      WordCalls.call(MUNMAP, ADDRESS, BYTES);
    }
  }
}
