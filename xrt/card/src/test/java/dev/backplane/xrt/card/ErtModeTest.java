package dev.backplane.xrt.card;

import static dev.backplane.xrt.card.TestCard.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.DeviceEvent;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.EventStream;
import dev.backplane.api.Events;
import dev.backplane.api.Images;
import dev.backplane.api.Kernel;
import dev.backplane.api.Registers;
import dev.backplane.xclbin.ert.CommandState;
import dev.backplane.xclbin.ert.CommandType;
import dev.backplane.xclbin.ert.Header;
import dev.backplane.xclbin.ert.Opcode;
import dev.backplane.xclbin.ert.StartCopy;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A card with an embedded scheduler, driven by registers alone, as XRT's emulation does. */
class ErtModeTest {
  private static final long CONTROL = 0x18_0000;
  private static final long QUEUE = 0x19_0000;
  private static final int SLOT = 4096;
  private static final long PATIENCE = Duration.ofSeconds(20).toNanos();

  private static TestCard card(String mode) {
    return new TestCard(
        TestImages.CONFIG.strip().replaceFirst("\\{", "{\"mode\": \"%s\", ".formatted(mode)));
  }

  private static void write(Registers registers, long at, int... words) {
    for (int i = 0; i < words.length; i++) {
      registers.write32(at + 4L * i, words[i]);
    }
  }

  /** Reads the status register until a bit is set; gives all bits that were. */
  private static int status(Registers registers, long control) {
    long end = System.nanoTime() + PATIENCE;
    int bits = registers.read32(control);
    while (bits == 0 && System.nanoTime() - end < 0) {
      Thread.onSpinWait();
      bits = registers.read32(control);
    }
    return bits;
  }

  private static void configure(Registers registers, long control, long queue, int... bases) {
    write(registers, queue + 4, SLOT, bases.length, 16, 0, 1);
    write(registers, queue + 24, bases);
    registers.write32(queue, Header.of(Opcode.CONFIGURE, CommandType.CTRL, 5 + bases.length));
    assertThat(status(registers, control)).isEqualTo(1);
    assertThat(Header.state(registers.read32(queue))).isEqualTo(CommandState.COMPLETED);
  }

  private static void startVadd(
      Registers registers, long slot, int unit, Buffer a, Buffer b, Buffer c, int n) {
    registers.write32(slot + 4, unit);
    int[] map = new int[14];
    long[] addresses = {a.address(), b.address(), c.address()};
    for (int i = 0; i < 3; i++) {
      map[4 + 3 * i] = (int) addresses[i];
      map[5 + 3 * i] = (int) (addresses[i] >>> 32);
    }
    map[13] = n;
    write(registers, slot + 8, map);
    registers.write32(slot, Header.of(Opcode.START_CU, CommandType.DEFAULT, 15));
  }

  @ParameterizedTest
  @CsvSource({"ert, 0x180000, 0x190000", "ert-30, 0x10000, 0x8000000000"})
  void bothUnitsComputeAndTheirSlotsComplete(String mode, String control, String queue) {
    long csr = Long.decode(control);
    long slots = Long.decode(queue);
    try (TestCard card = card(mode)) {
      Kernel vadd = card.kernel("vadd");
      Registers registers = card.facet(Registers.class);
      configure(registers, csr, slots, 0x1800000, 0x1810000);
      Buffer a = vadd.buffer("a", 8).write(1, 2).sync();
      Buffer b = vadd.buffer("b", 8).write(10, 20).sync();
      Buffer[] results = {vadd.buffer("c", 8), vadd.buffer("c", 8)};
      for (int unit = 0; unit < 2; unit++) {
        startVadd(registers, slots + (unit + 1L) * SLOT, unit, a, b, results[unit], 2);
      }
      int done = 0;
      while (done != 0b110) {
        int bits = status(registers, csr);
        assertThat(bits).as("a slot completes in time").isNotZero();
        done |= bits;
      }
      for (Buffer result : results) {
        assertThat(result.syncBack().read(new int[2])).containsExactly(11, 22);
      }
      assertThat(registers.size()).isGreaterThanOrEqualTo(slots + 0x10000);
    }
  }

  @Test
  void aKernelInRtlIsStartedAndPolledThroughItsRegisters() {
    try (TestCard card = new TestCard("{\"mode\": \"ert\"}")) {
      Kernel repeated = card.facet(Images.class).load(RtlImages.repeated()).kernel("repeated");
      Registers registers = card.facet(Registers.class);
      configure(registers, CONTROL, QUEUE, 0x1800000);
      Buffer source = repeated.buffer("source", 4).write(3).sync();
      Buffer target = repeated.buffer("target", 4);
      write(
          registers,
          QUEUE + SLOT + 4,
          0,
          0x10,
          (int) source.address(),
          0x14,
          (int) (source.address() >>> 32),
          0x1c,
          (int) target.address(),
          0x20,
          (int) (target.address() >>> 32),
          0x28,
          5,
          0x2c,
          0);
      registers.write32(QUEUE + SLOT, Header.of(Opcode.START_KEY_VAL, CommandType.CU, 13));
      assertThat(status(registers, CONTROL)).isEqualTo(1 << 1);
      assertThat(Header.state(registers.read32(QUEUE + SLOT))).isEqualTo(CommandState.COMPLETED);
      assertThat(target.syncBack().read(new int[1])).containsExactly(15);
    }
  }

  @Test
  void anExceptionOfAKernelEndsItsCommandAsAnError() {
    try (TestCard card = card("ert")) {
      card.load();
      Registers registers = card.facet(Registers.class);
      configure(registers, CONTROL, QUEUE, 0x1950000);
      write(registers, QUEUE + SLOT + 4, 0);
      registers.write32(QUEUE + SLOT, Header.of(Opcode.START_KEY_VAL, CommandType.CU, 1));
      assertThat(status(registers, CONTROL)).isEqualTo(1 << 1);
      assertThat(Header.state(registers.read32(QUEUE + SLOT))).isEqualTo(CommandState.ERROR);
    }
  }

  @Test
  void deviceMemoryIsCopiedAndAnAddressWithoutMemoryIsAnError() {
    try (TestCard card = card("ert")) {
      Kernel vadd = card.kernel("vadd");
      Registers registers = card.facet(Registers.class);
      configure(registers, CONTROL, QUEUE, 0x1800000);
      Buffer from = vadd.buffer("a", 256).write(5, 6, 7).sync();
      Buffer to = vadd.buffer("c", 256);
      copy(registers, from.address(), to.address());
      assertThat(to.syncBack().read(new int[3])).containsExactly(5, 6, 7);
      assertThat(Header.state(registers.read32(QUEUE + SLOT))).isEqualTo(CommandState.COMPLETED);
      copy(registers, from.address(), 0x7_0000_0000L);
      assertThat(Header.state(registers.read32(QUEUE + SLOT))).isEqualTo(CommandState.ERROR);
    }
  }

  private static void copy(Registers registers, long source, long target) {
    write(
        registers,
        QUEUE + SLOT + 4 + 32,
        (int) source,
        (int) (source >>> 32),
        0,
        (int) target,
        (int) (target >>> 32),
        0,
        256,
        0);
    registers.write32(
        QUEUE + SLOT,
        Header.withExtraMasks(
            Header.of(Opcode.START_COPYBO, CommandType.DEFAULT, StartCopy.COUNT), 3));
    assertThat(status(registers, CONTROL)).isEqualTo(1 << 1);
  }

  @Test
  void completionIsToldByAnInterruptOncePerHolder() {
    try (TestCard card = card("ert")) {
      Events events = card.facet(Events.class);
      assertThat(events.interrupts()).isEmpty();
      refuses(ErrorCode.OUT_OF_RANGE, () -> events.subscribeInterrupt(0));
      card.load();
      assertThat(events.interrupts())
          .containsExactly(new Events.InterruptSource(0, "embedded scheduler"));
      EventStream stream = events.subscribeInterrupt(0);
      Registers registers = card.facet(Registers.class);
      configure(registers, CONTROL, QUEUE, 0x1800000);
      assertThat(stream.next(Duration.ZERO)).isEmpty();
      registers.write32(CONTROL + 0x100, 1);
      registers.write32(QUEUE, Header.of(Opcode.CU_STAT, CommandType.CTRL, 0));
      assertThat(stream.next(Duration.ofSeconds(20))).contains(new DeviceEvent.Interrupt(0, 1));
      assertThat(stream.next(Duration.ZERO)).isEmpty();
      assertThat(registers.read32(QUEUE + 4)).isEqualTo(0x51a10000);
    }
  }

  @Test
  void withoutTheModeThereAreNoWindowsAndNoScheduler() {
    try (TestCard card = new TestCard()) {
      card.load();
      assertThat(card.facet(Events.class).interrupts())
          .extracting(Events.InterruptSource::name)
          .doesNotContain("embedded scheduler");
      Registers registers = card.facet(Registers.class);
      refuses(ErrorCode.OUT_OF_RANGE, () -> registers.read32(CONTROL));
      refuses(ErrorCode.OUT_OF_RANGE, () -> registers.write32(QUEUE, 1));
    }
  }

  @Test
  void offsetsOffTheGrainAreRefused() {
    try (TestCard card = card("ert")) {
      card.load();
      Registers registers = card.facet(Registers.class);
      refuses(ErrorCode.OUT_OF_RANGE, () -> registers.read32(CONTROL + 2));
      refuses(ErrorCode.OUT_OF_RANGE, () -> registers.write64(QUEUE + 4, 1));
    }
  }
}
