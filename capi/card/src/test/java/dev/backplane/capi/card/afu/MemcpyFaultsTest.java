package dev.backplane.capi.card.afu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.capi.card.psl.Dsisr;
import dev.backplane.capi.card.psl.Faults;
import dev.backplane.capi.card.psl.SoftPsl;
import dev.backplane.ffi.AddressSpace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The memcpy AFU behind a PSL that does now and then what a PSL may do. */
final class MemcpyFaultsTest {
  private static final int BYTES = 20_000;

  /** Copies and counts; returns how many commands that took. */
  private static long work(Faults faults, boolean known) {
    Random choice = new Random(faults.seed());
    byte[] random = new byte[BYTES];
    choice.nextBytes(random);
    try (MemcpyRig rig = new MemcpyRig(Dsisr.CAIA2, faults)) {
      MemorySegment source = rig.arena.allocate(BYTES, 128);
      MemorySegment target = rig.arena.allocate(BYTES, 128);
      MemorySegment expected = rig.arena.allocate(BYTES, 128);
      MemorySegment number = rig.arena.allocate(128, 128);
      source.copyFrom(MemorySegment.ofArray(random));
      if (known) {
        rig.know(source);
        rig.know(target);
      }
      for (int i = 0; i < 60; i++) {
        int length = choice.nextInt(8000);
        long from = choice.nextInt(90) * 128L;
        long to = choice.nextInt(90) * 128L + (i % 4 == 0 ? choice.nextInt(64) : 0);
        MemorySegment.copy(source, from, expected, to, length);
        assertThat(rig.run(rig.put(0, length, source.address() + from, target.address() + to)))
            .isEqualTo(CopyProcess.COMPLETE);
        assertThat(rig.run(rig.put(4, 4, number.address(), number.address())))
            .isEqualTo(CopyProcess.COMPLETE);
        assertThat(target.mismatch(expected)).isEqualTo(-1);
      }
      assertThat(number.get(ValueLayout.JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN), 0)).isEqualTo(60);
      assertThat(rig.events).isEmpty();
      return rig.psl.commands();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1, 10, 0, 0, true",
    "2, 60, 0, 0, false",
    "3, 0, 80, 0, true",
    "4, 0, 0, 90, false",
    "5, 20, 30, 40, true",
    "6, 20, 30, 40, false"
  })
  void copiesAndCountsAreRightAllTheSame(
      long seed, int paged, int delay, int reorder, boolean known) {
    long commands = work(new Faults(seed, paged, delay, reorder), known);
    long usual = work(new Faults(seed, 0, 0, 0), known);
    if (paged > 0) {
      assertThat(commands).isGreaterThan(usual);
    }
  }

  @Test
  void aSeedHasTheSameFaultsEachTime() {
    Faults faults = new Faults(7, 20, 20, 20);
    assertThat(work(faults, true)).isEqualTo(work(faults, true));
    assertThat(work(faults, true)).isNotEqualTo(work(new Faults(8, 20, 20, 20), true));
  }

  @Test
  void contextsThatEndInTheMiddleOfFaultsLeaveAllTagsToTheNext() {
    try (MemcpyRig rig = new MemcpyRig(Dsisr.CAIA2, new Faults(11, 60, 30, 20))) {
      MemorySegment source = rig.arena.allocate(8192, 128).fill((byte) 7);
      MemorySegment target = rig.arena.allocate(8192, 128);
      for (int i = 0; i < 60; i++) {
        rig.begin();
        rig.put(0, 8192, source.address(), target.address());
        for (int turns = 0; turns < i; turns++) {
          rig.psl.advance();
        }
        rig.afu.terminate(MemcpyRig.PROCESS);
        rig.psl.detach(MemcpyRig.PROCESS, true);
        rig.attach(AddressSpace.OWN);
        assertThat(rig.afu.room()).isEqualTo(SoftPsl.CREDITS);
      }
      rig.begin();
      target.fill((byte) 0);
      assertThat(rig.run(rig.put(0, 8192, source.address(), target.address())))
          .isEqualTo(CopyProcess.COMPLETE);
      assertThat(target.mismatch(source)).isEqualTo(-1);
    }
  }

  @Test
  void unmappedMemoryIsAFaultBehindSuchAPslToo() {
    try (MemcpyRig rig = new MemcpyRig(Dsisr.CAIA2, new Faults(9, 30, 30, 30))) {
      MemorySegment target = rig.arena.allocate(8192, 128);
      for (int i = 0; i < 50; i++) {
        assertThat(rig.run(rig.put(0, 8192, 0x10000, target.address())))
            .isEqualTo(CopyProcess.ADDRESS_ERROR);
        assertThat(rig.events).isNotEmpty().allMatch(each -> each.startsWith("fault at 0x1"));
        rig.events.clear();
        assertThat(rig.run(rig.put(0, 4096, target.address(), target.address() + 4096)))
            .isEqualTo(CopyProcess.COMPLETE);
      }
    }
  }
}
