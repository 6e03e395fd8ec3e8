package dev.backplane.xrt.card;

import static dev.backplane.xrt.card.TestCard.DEADLINE;
import static dev.backplane.xrt.card.TestCard.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Images;
import dev.backplane.api.Kernel;
import dev.backplane.api.Management;
import dev.backplane.api.Memory;
import dev.backplane.api.Registers;
import dev.backplane.api.xrt.DeviceMemory;
import dev.backplane.api.xrt.UnitReservations;
import dev.backplane.api.xrt.UnitReservations.Sharing;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Device memory that was freed, on cards that are lenient and on others. */
final class LenientMemoryTest {
  private static final String LENIENT = "{\"lenient_memory\": true}";
  private static final long PLACE = 0x4_0000_8000L;

  private static byte[] read(DeviceMemory memory, long address, int bytes) {
    byte[] read = new byte[bytes];
    memory.read(address, MemorySegment.ofArray(read));
    return read;
  }

  private static void fill(DeviceMemory memory, long address, int bytes, int value) {
    byte[] content = new byte[bytes];
    java.util.Arrays.fill(content, (byte) value);
    memory.write(address, MemorySegment.ofArray(content));
  }

  @Test
  void freedMemoryIsAccessibleUntilItsAddressesAreReused() {
    try (TestCard card = new TestCard(LENIENT)) {
      DeviceMemory memory = card.facet(DeviceMemory.class);
      memory.claim(PLACE, 0x3000);
      fill(memory, PLACE, 0x3000, 7);
      memory.release(PLACE);
      assertThat(read(memory, PLACE + 0x10, 16)).containsOnly(7);
      fill(memory, PLACE + 0x2000, 16, 8);

      memory.claim(PLACE + 0x1000, 0x1000);
      assertThat(read(memory, PLACE + 0x1000, 16)).containsOnly(0);
      assertThat(read(memory, PLACE, 0x1000)).containsOnly(7);
      assertThat(read(memory, PLACE + 0x2000, 16)).containsOnly(8);
      memory.claim(PLACE + 0x2000, 0x1000);
      assertThat(read(memory, PLACE + 0x2000, 16)).containsOnly(0);
      refuses(ErrorCode.ADDRESS_FAULT, () -> read(memory, PLACE + 0x3000, 16));
      assertThat(card.facet(Memory.class).usage().banks().getFirst().buffers()).isEqualTo(2);
    }
  }

  @Test
  void withoutItAFreedBufferIsAnAddressFaultThatTellsOfIt() {
    try (TestCard card = new TestCard("{}")) {
      DeviceMemory memory = card.facet(DeviceMemory.class);
      memory.claim(PLACE, 4096);
      memory.release(PLACE);
      assertThat(refuses(ErrorCode.ADDRESS_FAULT, () -> read(memory, PLACE + 16, 16)))
          .hasMessageContaining("it is in a freed buffer of 4096 bytes at 0x%x".formatted(PLACE))
          .hasMessageContaining("lenient_memory");
    }
  }

  @Test
  void rtlGoesOnInABufferThatWasFreed() {
    try (TestCard card = new TestCard(LENIENT)) {
      Kernel vadd = card.facet(Images.class).load(RtlImages.example("vadd")).kernel("vadd");
      Registers registers = card.facet(Registers.class);
      Buffer a = vadd.buffer("a", 64).write(1, 2).sync();
      Buffer b = vadd.buffer("b", 64).write(10, 20).sync();
      Buffer c = vadd.buffer("c", 64);
      Buffer[] all = {a, b, c};
      for (int i = 0; i < 3; i++) {
        registers.write32(0x1800000 + vadd.arguments().get(i).offset(), (int) all[i].address());
        registers.write32(
            0x1800004 + vadd.arguments().get(i).offset(), (int) (all[i].address() >>> 32));
      }
      registers.write32(0x1800000 + vadd.arguments().get(3).offset(), 2);
      b.close();
      registers.write32(0x1800000, 1);
      int looks = 0;
      while ((registers.read32(0x1800000) & 2) == 0) {
        assertThat(looks++).isLessThan(1000);
      }
      assertThat(c.syncBack().read(new int[2])).containsExactly(11, 22);
      assertThat(card.facet(Management.class).health()).isEqualTo(Management.Health.HEALTHY);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aKernelInJavaGoesOnInABufferThatWasFreedIfTheCardIsLenient(boolean lenient) {
    String config =
        TestImages.CONFIG.strip().replaceFirst("\\{", "{\"lenient_memory\": " + lenient + ", ");
    try (TestCard card = new TestCard(config)) {
      Kernel vadd = card.kernel("vadd");
      card.facet(UnitReservations.class).open(0, Sharing.SHARED);
      Registers registers = card.facet(Registers.class);
      Buffer sum = vadd.buffer("c", 64);
      Buffer a = vadd.buffer("a", 64).write(40).sync();
      for (long offset : new long[] {0x10, 0x1c, 0x28}) {
        Buffer buffer = offset == 0x28 ? sum : a;
        registers.write32(0x1800000 + offset, (int) buffer.address());
        registers.write32(0x1800004 + offset, (int) (buffer.address() >>> 32));
      }
      registers.write32(0x1800034, 1);
      a.close();
      registers.write32(0x1800000, 1);
      if (lenient) {
        while ((registers.read32(0x1800000) & 4) == 0) {
          Thread.onSpinWait();
        }
        assertThat(sum.syncBack().read(new int[1])).containsExactly(80);
      } else {
        Management management = card.facet(Management.class);
        long end = System.nanoTime() + DEADLINE.toNanos();
        while (management.health() == Management.Health.HEALTHY && System.nanoTime() - end < 0) {
          Thread.onSpinWait();
        }
        assertThat(management.report().get("fault"))
            .contains("in a freed buffer of 64 bytes")
            .contains("lenient_memory");
      }
    }
  }

  @Test
  void manyBuffersThatComeAndGoLeaveNothingBehind() {
    try (TestCard card = new TestCard(LENIENT)) {
      Memory memory = card.facet(Memory.class);
      for (int round = 0; round < 2000; round++) {
        try (Buffer one = memory.allocate(4096L * (1 + round % 7), 0);
            Buffer other = memory.allocate(4096L * (1 + round % 5), 0)) {
          one.write(round).sync();
          assertThat(other.syncBack().host().get(ValueLayout.JAVA_INT, 0)).isZero();
        }
      }
      assertThat(memory.usage().banks().getFirst().buffers()).isZero();
    }
  }
}
