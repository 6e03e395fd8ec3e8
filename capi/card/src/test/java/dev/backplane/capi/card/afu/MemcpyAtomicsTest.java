package dev.backplane.capi.card.afu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.capi.card.memory.OwnAgent;
import dev.backplane.capi.card.psl.Dsisr;
import dev.backplane.capi.card.psl.Faults;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Compare-and-swap of the memcpy AFU. */
final class MemcpyAtomicsTest {
  private static final int IF_DIFFERENT = 0x10;
  private static final int IF_EQUAL = 0x11;
  private static final ValueLayout.OfLong BIG =
      ValueLayout.JAVA_LONG.withOrder(ByteOrder.BIG_ENDIAN);

  private final MemcpyRig rig = new MemcpyRig(Dsisr.CAIA2, new Faults(3, 10, 10, 10));
  private final MemorySegment word = rig.arena.allocate(128, 128);

  @AfterEach
  void giveBack() {
    rig.close();
  }

  @Test
  void operandsAreBytesOfMemory() {
    rig.know(word);
    word.set(BIG, 8, 41);
    long address = word.address() + 8;
    assertThat(rig.run(rig.putSwap(IF_EQUAL, 41, 42, address))).isEqualTo(CopyProcess.COMPLETE);
    assertThat(word.get(BIG, 8)).isEqualTo(42);
    assertThat(rig.run(rig.putSwap(IF_EQUAL, 41, 43, address))).isEqualTo(CopyProcess.COMPLETE);
    assertThat(word.get(BIG, 8)).isEqualTo(42);
    assertThat(rig.run(rig.putSwap(IF_DIFFERENT, 42, 43, address))).isEqualTo(CopyProcess.COMPLETE);
    assertThat(word.get(BIG, 8)).isEqualTo(42);
    assertThat(rig.run(rig.putSwap(IF_DIFFERENT, 41, 43, address))).isEqualTo(CopyProcess.COMPLETE);
    assertThat(word.get(BIG, 8)).isEqualTo(43);
    assertThat(rig.run(rig.putSwap(0x7f, 0, 0, address))).isEqualTo(CopyProcess.UNDEFINED);
  }

  /** A lock of its own would not help: the threads of the program do not take it. */
  @Test
  void threadsOfTheProgramAndTheAfuLoseNoUpdateOfEachOther() throws InterruptedException {
    rig.know(word);
    VarHandle counter = ValueLayout.JAVA_LONG.varHandle();
    int updates = 300_000;
    Thread program =
        Thread.ofPlatform()
            .start(
                () -> {
                  for (int i = 0; i < updates; i++) {
                    counter.getAndAdd(word, 0L, 1L);
                  }
                });
    long swapped = 0;
    for (int i = 0; i < 20_000 && (program.isAlive() || i < 2000); i++) {
      long before = (long) counter.getVolatile(word, 0L);
      // What the AFU swapped is seen as a second update of that many million.
      long high = before + (1L << 32);
      rig.run(rig.putSwap(IF_EQUAL, Long.reverseBytes(before), Long.reverseBytes(high), at()));
      swapped = (long) counter.getVolatile(word, 0L) >>> 32;
    }
    program.join();
    assertThat(word.get(ValueLayout.JAVA_LONG, 0) & 0xffff_ffffL).isEqualTo(updates);
    assertThat(word.get(ValueLayout.JAVA_LONG, 0) >>> 32).isEqualTo(swapped);
  }

  private long at() {
    return word.address();
  }

  @Test
  void memoryThatIsNotKnownIsSwappedToo() {
    assumeTrue(OwnAgent.get().isPresent(), "libbackplane-atomics.so.1 was not built");
    assertThat(rig.run(rig.putSwap(IF_EQUAL, 0, 1, at()))).isEqualTo(CopyProcess.COMPLETE);
    assertThat(word.get(BIG, 0)).isEqualTo(1);
    assertThat(rig.run(rig.putSwap(IF_EQUAL, 0, 2, at()))).isEqualTo(CopyProcess.COMPLETE);
    assertThat(word.get(BIG, 0)).isEqualTo(1);
    assertThat(rig.events).isEmpty();
  }

  @Test
  void memoryOfAProcessWithoutAnAgentIsRefusedAndLeftAsItIs() {
    rig.attachWithoutAgent();
    assertThat(rig.run(rig.putSwap(IF_EQUAL, 0, 1, at()))).isEqualTo(CopyProcess.PSL_FAULT);
    assertThat(word.get(BIG, 0)).isZero();
    assertThat(rig.events).isEmpty();
  }

  @Test
  void unmappedOrReadOnlyMemoryIsAFault() {
    assertThat(rig.run(rig.putSwap(IF_EQUAL, 0, 1, 0x3000))).isEqualTo(CopyProcess.ADDRESS_ERROR);
    rig.know(word.asReadOnly());
    assertThat(rig.run(rig.putSwap(IF_EQUAL, 0, 1, at()))).isEqualTo(CopyProcess.ADDRESS_ERROR);
    assertThat(rig.events).hasSize(2);
    assertThat(word.get(BIG, 0)).isZero();
  }

  @Test
  void aPsl8HasNoSwap() {
    try (MemcpyRig old = new MemcpyRig()) {
      MemorySegment memory = old.arena.allocate(128, 128);
      old.know(memory);
      assertThat(old.run(old.putSwap(IF_EQUAL, 0, 1, memory.address())))
          .isEqualTo(CopyProcess.PSL_FAULT);
      assertThat(memory.get(BIG, 0)).isZero();
    }
  }
}
