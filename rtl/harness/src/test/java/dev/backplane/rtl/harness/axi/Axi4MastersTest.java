package dev.backplane.rtl.harness.axi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.harness.BusMemory;
import dev.backplane.rtl.harness.ControlProtocol;
import dev.backplane.rtl.harness.HarnessOptions;
import dev.backplane.rtl.harness.KernelHarness;
import dev.backplane.rtl.harness.PortStatistics;
import dev.backplane.rtl.harness.RunLimits;
import dev.backplane.rtl.harness.ports.Wiring;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** AXI4 masters with all widths and burst types, in Verilog. */
final class Axi4MastersTest {
  /** Memory from address 0 on. */
  private static final class LowMemory implements BusMemory {
    final byte[] bytes;
    private final Region region;

    LowMemory(int size) {
      bytes = new byte[size];
      new Random(size).nextBytes(bytes);
      region = new Region(0, MemorySegment.ofArray(bytes), true);
    }

    @Override
    public @org.jspecify.annotations.Nullable Region find(String master, long address) {
      return region.contains(address) ? region : null;
    }

    @Override
    public String describe(String master, long address) {
      return "outside";
    }
  }

  /** A burst, and the addresses of its beats. */
  private record Transfer(long start, int beats, int size, int kind) {
    int command() {
      return kind << 11 | size << 8 | (beats - 1);
    }

    /** The first and last address of a beat. */
    long[] beat(int index) {
      long bytes = 1L << size;
      long aligned = start / bytes * bytes;
      long first =
          switch (kind) {
            case Burst.FIXED -> start;
            case Burst.INCR -> index == 0 ? start : aligned + index * bytes;
            default -> {
              long container = bytes * beats;
              long lower = start / container * container;
              yield lower + (start - lower + index * bytes) % container;
            }
          };
      return new long[] {first, first / bytes * bytes + bytes - 1};
    }

    static Transfer random(Random random, int beats, int kind, int widest, int memory) {
      int size = random.nextInt(widest + 1);
      int bytes = 1 << size;
      while (true) {
        long start = random.nextInt(memory);
        if (kind == Burst.WRAP) {
          start = start / bytes * bytes;
        }
        long last = start / bytes * bytes + (kind == Burst.INCR ? (long) beats * bytes : bytes) - 1;
        if (start / 4096 == last / 4096 && last < memory) {
          return new Transfer(start, beats, size, kind);
        }
      }
    }
  }

  private static void copy(byte[] memory, int busBytes, Transfer from, Transfer to) {
    byte[][] lanes = new byte[from.beats()][busBytes];
    for (int i = 0; i < from.beats(); i++) {
      for (long at = from.beat(i)[0]; at <= from.beat(i)[1]; at++) {
        lanes[i][(int) (at % busBytes)] = memory[(int) at];
      }
    }
    for (int i = 0; i < to.beats(); i++) {
      for (long at = to.beat(i)[0]; at <= to.beat(i)[1]; at++) {
        memory[(int) at] = lanes[i][(int) (at % busBytes)];
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"8,12,1", "16,20,5", "32,32,32", "64,64,3", "256,40,8", "1024,64,16"})
  void burstsOfEveryTypeSizeAndAlignmentWork(int data, int address, int id) {
    int size = address == 12 ? 4096 : 16384;
    LowMemory memory = new LowMemory(size);
    int widest = Integer.numberOfTrailingZeros(data / 8);
    Random random = new Random(data);
    HarnessOptions options = HarnessOptions.DEFAULT.withRandomStalls(20, true, data);
    try (KernelHarness harness =
        VerilogKernels.harness(
            VerilogKernels.design(
                "mover",
                Map.of(
                    "DW", Integer.toString(data),
                    "AW", Integer.toString(address),
                    "IW", Integer.toString(id))),
            Wiring.NONE,
            ControlProtocol.AP_CTRL_HS,
            memory,
            options)) {
      harness.reset();
      for (int round = 0; round < 40; round++) {
        int reading = random.nextInt(3);
        int writing = random.nextInt(3);
        boolean wraps = reading == Burst.WRAP || writing == Burst.WRAP;
        boolean fixed = reading == Burst.FIXED || writing == Burst.FIXED;
        int beats =
            wraps ? 2 << random.nextInt(4) : 1 + random.nextInt(fixed ? 16 : 4096 * 8 / data / 2);
        beats = Math.min(beats, 256);
        Transfer from = Transfer.random(random, beats, reading, widest, size);
        Transfer to = Transfer.random(random, beats, writing, widest, size);
        byte[] expected = memory.bytes.clone();
        copy(expected, data / 8, from, to);
        VerilogKernels.writePointer(harness, 0x10, from.start());
        VerilogKernels.writePointer(harness, 0x18, to.start());
        harness.writeRegister(0x20, from.command());
        harness.writeRegister(0x24, to.command());
        harness.writeRegister(0x28, random.nextInt());
        PortStatistics port = harness.run(RunLimits.ofCycles(10_000)).ports().getFirst();
        assertThat(Arrays.mismatch(memory.bytes, expected)).as("%s to %s", from, to).isEqualTo(-1);
        assertThat(port.readBeats()).isEqualTo(beats);
        assertThat(port.writeBeats()).isEqualTo(beats);
      }
      assertThat(harness.readRegister(0x80)).as("wrong ids and RLASTs").isZero();
    }
  }

  @Test
  void aWideMasterThatOnlyReadsAndAWiderOneThatOnlyWrites() {
    for (int seed = 0; seed < 5; seed++) {
      HarnessOptions options =
          seed == 0
              ? HarnessOptions.DEFAULT
              : HarnessOptions.DEFAULT.withRandomStalls(30, true, seed);
      LowMemory memory = new LowMemory(16384);
      try (KernelHarness harness =
          VerilogKernels.harness("gather", ControlProtocol.AP_CTRL_HS, memory, options)) {
        harness.reset();
        VerilogKernels.writePointer(harness, 0x10, 256);
        VerilogKernels.writePointer(harness, 0x18, 8192);
        harness.writeRegister(0x20, 30);
        List<PortStatistics> ports = harness.run(RunLimits.ofCycles(10_000)).ports();
        assertThat(Arrays.copyOfRange(memory.bytes, 8192, 8192 + 30 * 128))
            .isEqualTo(Arrays.copyOfRange(memory.bytes, 256, 256 + 30 * 128));
        assertThat(ports).extracting(PortStatistics::port).containsExactly("m_axi_in", "m_axi_out");
        assertThat(ports.get(0).readBytes()).isEqualTo(30 * 128);
        assertThat(ports.get(0).writeBeats()).isZero();
        assertThat(ports.get(1).writeBeats()).isEqualTo(30);
        assertThat(ports.get(1).readBeats()).isZero();
        harness.writeRegister(0x20, 0);
        assertThat(harness.run(RunLimits.ofCycles(10_000)).ports().get(0).readBeats()).isZero();
      }
    }
  }

  @Test
  void aFaultNamesTheMasterAndAResetMakesTheKernelUsable() {
    LowMemory memory = new LowMemory(4096);
    try (KernelHarness harness =
        VerilogKernels.harness(
            "gather", ControlProtocol.AP_CTRL_HS, memory, HarnessOptions.DEFAULT)) {
      for (int round = 0; round < 2; round++) {
        harness.reset();
        VerilogKernels.writePointer(harness, 0x10, 0);
        VerilogKernels.writePointer(harness, 0x18, 1 << 20);
        harness.writeRegister(0x20, 1);
        assertThatThrownBy(() -> harness.run(RunLimits.NONE))
            .isInstanceOfSatisfying(
                RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.ADDRESS_FAULT))
            .hasMessageContaining("m_axi_out @cycle")
            .hasMessageContaining("addr 0x100000");
      }
      harness.reset();
      VerilogKernels.writePointer(harness, 0x10, 0);
      VerilogKernels.writePointer(harness, 0x18, 2048);
      harness.writeRegister(0x20, 1);
      harness.run(RunLimits.NONE);
      assertThat(Arrays.copyOfRange(memory.bytes, 2048, 2176))
          .isEqualTo(Arrays.copyOf(memory.bytes, 128));
    }
  }
}
