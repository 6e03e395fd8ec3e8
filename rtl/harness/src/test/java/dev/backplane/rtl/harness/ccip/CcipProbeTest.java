package dev.backplane.rtl.harness.ccip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.harness.ControlProtocol;
import dev.backplane.rtl.harness.HarnessOptions;
import dev.backplane.rtl.harness.HostMemory;
import dev.backplane.rtl.harness.KernelHarness;
import dev.backplane.rtl.harness.LoopbackDesign;
import dev.backplane.rtl.harness.LoopbackDesign.On;
import dev.backplane.rtl.harness.ports.Wiring;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests of all kinds on the channels of CCI-P, one by one. */
final class CcipProbeTest {
  private static final int LINE = 64;
  private static final int SPECULATIVE = 2;
  private static final int FAILED = 1 << 23;
  private static final long ADDRESS_STEP = 1L << 48;
  private static final long SOP = 1 << 7;
  private static final long BYTES = 1 << 6;
  private static final long OUTSIDE = HostMemory.BASE + HostMemory.SIZE;

  private final HostMemory memory = new HostMemory();
  private final List<String> told = new ArrayList<>();

  private HarnessOptions.Builder options() {
    return HarnessOptions.builder().warningSink(told::add);
  }

  private KernelHarness probe(On engine, HarnessOptions options) {
    KernelHarness harness =
        LoopbackDesign.harness(
            "ccip", "ccip_probe", engine, Wiring.NONE, ControlProtocol.MMIO, memory, options);
    harness.reset();
    return harness;
  }

  private KernelHarness probe() {
    return probe(On.JVM, options().build());
  }

  /** Gives requests; returns the lower half of what a register says then of the answers. */
  private static int give(
      KernelHarness harness, boolean write, long address, int mdata, long upper, long more) {
    int base = write ? 0x50 : 0x40;
    long low = (address / LINE) << 16 | mdata;
    harness.writeRegister64(base, write ? low | more : low);
    harness.writeRegister64(base + 8, upper);
    harness.advance(200);
    return (int) harness.readRegister64(write ? 0x70 : 0x60);
  }

  private static long times(int count) {
    return (long) count << 16;
  }

  private static int read(KernelHarness harness, long address, int mdata, int type, int channel) {
    return give(harness, false, address, mdata, type | channel << 8 | times(1), 0);
  }

  private static int write(KernelHarness harness, long address, int mdata, int channel) {
    return give(harness, true, address, mdata, channel << 8 | SOP | times(1), 0);
  }

  private static int writeBytes(KernelHarness harness, long address, int first, int count) {
    return give(
        harness, true, address, 1, SOP | BYTES | (long) count << 10 | times(1), (long) first << 58);
  }

  private static int answers(KernelHarness harness, int register) {
    return (int) (harness.readRegister64(register) >>> 32);
  }

  private void hasTold(String rule) {
    assertThat(told).singleElement().asString().contains("Rule " + rule + " is only warned of");
  }

  @ParameterizedTest
  @EnumSource
  void sixtyFourBytesOfRegistersAreOneAccess(On engine) {
    try (KernelHarness harness = probe(engine, options().build())) {
      long[] words = LongStream.range(0, 8).map(i -> i * 0x0123_4567_89ab_cdefL + 7).toArray();
      harness.writeRegisters(0x80, words);
      assertThat(harness.readRegister64(0x78)).isEqualTo(1L << 32 | 2);
      for (int i = 0; i < 8; i++) {
        assertThat(harness.readRegister64(0x80 + 8 * i)).isEqualTo(words[i]);
      }
      harness.writeRegister64(0x88, 5);
      assertThat(harness.readRegister64(0x78)).isEqualTo(2L << 32 | 1);
      assertThat(harness.readRegister64(0x88)).isEqualTo(5);
      assertThatIllegalArgumentException().isThrownBy(() -> harness.writeRegisters(0x88, words));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> harness.writeRegisters(0x80, Arrays.copyOf(words, 7)));
    }
  }

  @Test
  void aResponseSaysWhichPhysicalChannelWasUsed() {
    try (KernelHarness harness = probe()) {
      for (int channel = 0; channel < 4; channel++) {
        int expected = channel == 0 ? 2 : channel;
        assertThat(read(harness, HostMemory.BASE, 1, 0, channel) >>> 26).isEqualTo(expected);
        assertThat(write(harness, HostMemory.BASE, 1, channel) >>> 26).isEqualTo(expected);
        int fence = give(harness, true, 0, 9, 4 | (long) channel << 8 | times(1), 0);
        assertThat(fence).isEqualTo(expected << 26 | 4 << 16 | 9);
      }
    }
  }

  @Test
  void withRandomOrderThePlatformChoosesAnyPhysicalChannel() {
    HarnessOptions options = options().build().withRandomStalls(20, true, 5);
    try (KernelHarness harness = probe(On.JVM, options)) {
      Set<Integer> reads = new HashSet<>();
      Set<Integer> writes = new HashSet<>();
      for (int i = 0; i < 30; i++) {
        reads.add(read(harness, HostMemory.BASE, 1, 0, 0) >>> 26);
        writes.add(write(harness, HostMemory.BASE, 1, 0) >>> 26);
        assertThat(read(harness, HostMemory.BASE, 1, 0, 1) >>> 26).isEqualTo(1);
      }
      assertThat(reads).containsExactlyInAnyOrder(1, 2, 3);
      assertThat(writes).containsExactlyInAnyOrder(1, 2, 3);
    }
  }

  @ParameterizedTest
  @EnumSource
  void bytesOfALineAreWrittenAndNoOthers(On engine) {
    try (KernelHarness harness = probe(engine, options().build())) {
      Random random = new Random(7);
      for (int round = 0; round < 40; round++) {
        memory.fill(round);
        long[] words = random.longs(8).toArray();
        int first = random.nextInt(LINE);
        int count = 1 + random.nextInt(Math.min(63, LINE - first));
        long line = HostMemory.BASE + (long) random.nextInt(100) * LINE;
        byte[] expected = memory.read(HostMemory.BASE, HostMemory.SIZE);
        for (int i = first; i < first + count; i++) {
          expected[(int) (line - HostMemory.BASE) + i] = (byte) (words[i / 8] >>> (i % 8 * 8));
        }
        harness.writeRegisters(0x80, words);

        writeBytes(harness, line, first, count);

        assertThat(memory.read(HostMemory.BASE, HostMemory.SIZE))
            .as("bytes %d to %d", first, first + count - 1)
            .isEqualTo(expected);
      }
      assertThat(told).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "5, 0", "63, 2", "2, 63", "63, 63"})
  void bytesThatAreNotInTheLineAreAFault(int first, int count) {
    try (KernelHarness harness = probe()) {
      assertThatThrownBy(() -> writeBytes(harness, HostMemory.BASE, first, count))
          .hasMessageContaining("byte_start %d and byte_len %d".formatted(first, count))
          .hasMessageContaining(CcipRule.BYTE_RANGE.remedy());
    }
  }

  @Test
  void bytesOfALineInAPacketOfSeveralAreAFault() {
    try (KernelHarness harness = probe()) {
      long pair = SOP | BYTES | 1 << 4 | 3 << 10 | ADDRESS_STEP | times(2);
      assertThatThrownBy(() -> give(harness, true, HostMemory.BASE, 1, pair, 0))
          .hasMessageContaining("bytes of a line in a packet of 2");
    }
  }

  /** Without the mode, and where there are no bytes, they are reserved as they were before. */
  @ParameterizedTest
  @ValueSource(longs = {SOP | 3 << 10, 4 | BYTES, 4 | 3 << 10, 6 | BYTES})
  void fieldsOfBytesAreReservedWithoutTheirMode(long upper) {
    try (KernelHarness harness = probe()) {
      assertThatThrownBy(() -> give(harness, true, HostMemory.BASE, 1, upper | times(1), 0))
          .hasMessageContaining(CcipRule.RESERVED_BITS.remedy());
    }
  }

  @ParameterizedTest
  @EnumSource
  void aSpeculativeReadOfNoMemoryIsAnsweredAndNoFault(On engine) {
    try (KernelHarness harness = probe(engine, options().build())) {
      memory.setLong(HostMemory.BASE + LINE, 0x77);
      for (int type = SPECULATIVE; type < 4; type++) {
        int failed = read(harness, OUTSIDE, 3, type, 0);
        assertThat(failed).isEqualTo(2 << 26 | FAILED | 3);
        assertThat(harness.readRegister64(0x68)).isZero();
        assertThat(read(harness, HostMemory.BASE + LINE, 3, type, 0)).isEqualTo(2 << 26 | 3);
        assertThat(harness.readRegister64(0x68)).isEqualTo(0x77);
      }
      assertThat(harness.fault()).isNull();
      RtlException failure =
          catchThrowableOfType(RtlException.class, () -> read(harness, OUTSIDE, 3, 0, 0));
      assertThat(failure.error()).isEqualTo(RtlError.ADDRESS_FAULT);
    }
  }

  /** One whose lines are partly there fails for those that are not. */
  @Test
  void eachLineOfASpeculativeReadFailsForItself() {
    try (KernelHarness harness = probe()) {
      long four = SPECULATIVE | 3 << 4 | times(1);
      give(harness, false, OUTSIDE - 4 * LINE, 1, four, 0);
      assertThat(harness.readRegister64(0x60) & FAILED).isZero();
      give(harness, false, OUTSIDE, 1, four, 0);
      assertThat(harness.readRegister64(0x60)).isEqualTo(8L << 32 | 2 << 26 | FAILED | 3 << 20 | 1);
    }
  }

  /** The header of the first line counts; simulators of the field warn as well. */
  @Test
  void aPacketMayHaveOtherFieldsInItsLaterLines() {
    try (KernelHarness harness = probe()) {
      harness.writeRegisters(0x80, LongStream.range(1, 9).toArray());
      long four = SOP | 3 << 4 | ADDRESS_STEP | 1L << 32 | times(4);
      int answer = give(harness, true, HostMemory.BASE, 0x40, four, 0);
      assertThat(answer).isEqualTo(2 << 26 | FAILED | 3 << 20 | 0x40);
      for (int line = 0; line < 4; line++) {
        assertThat(memory.getLong(HostMemory.BASE + (long) line * LINE + 56)).isEqualTo(8);
      }
      give(harness, true, HostMemory.BASE, 0x40, four, 0);
      assertThat(answers(harness, 0x70)).isEqualTo(2);
      hasTold("packet-fields");
      assertThat(told.getFirst()).contains("mdata 0x41", "began with 3, 0x40, 0");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aTagThatIsOutstandingIsToldAndEachOfItsRequestsAnswered(boolean write) {
    try (KernelHarness harness = probe()) {
      long upper = (write ? SOP : 0) | times(1);
      int register = write ? 0x50 : 0x40;
      harness.writeRegister64(register, (HostMemory.BASE / LINE) << 16 | 5);
      harness.writeRegister64(register + 8, upper);
      harness.advance(100);
      harness.writeRegister64(register + 8, upper);
      harness.advance(100);
      assertThat(told).as("one after the other").isEmpty();

      harness.writeRegister64(register + 8, upper);
      harness.writeRegister64(register + 8, upper);
      harness.writeRegister64(register + 8, upper);
      harness.advance(100);
      assertThat(answers(harness, write ? 0x70 : 0x60)).isEqualTo(5);
      hasTold("tag-reused");
      assertThat(told.getFirst())
          .contains((write ? "a write on c1" : "a read on c0") + " with mdata 0x5");
    }
  }
}
