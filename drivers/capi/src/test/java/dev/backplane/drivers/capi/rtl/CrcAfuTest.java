package dev.backplane.drivers.capi.rtl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Device;
import dev.backplane.api.capi.Attachment;
import dev.backplane.api.capi.Coherent;
import dev.backplane.api.capi.StartWork;
import dev.backplane.rtl.engine.EngineKind;
import dev.backplane.rtl.engine.VerilatorEngine;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The CRC-32C accelerator in RTL, on the memory of this process. */
final class CrcAfuTest {
  private static final Duration SOON = Duration.ofMinutes(1);
  private static final int LINE = 128;
  private static final long DONE = 0x40;
  private static final long CRC = 0x48;
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private static RtlCard card(EngineKind engine, String more) {
    Assumptions.assumeTrue(
        engine == EngineKind.JVM || VerilatorEngine.isAvailable(), "no Verilator is installed");
    return RtlCard.of(
        "{\"image\": \"%s\", \"engine\": \"%s\"}"
            .formatted(RtlCard.example("crc32c/crc32c.xclbin"), engine.text()),
        more);
  }

  private static byte[] random(int bytes, long seed) {
    byte[] random = new byte[bytes];
    new Random(seed).nextBytes(random);
    return random;
  }

  private static long expected(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return crc.getValue();
  }

  /** Attaches to the AFU, for one job. */
  private static long crc(RtlCard card, byte[] bytes) {
    try (Arena arena = Arena.ofShared();
        Device device = card.open("afu0.0d")) {
      MemorySegment source = arena.allocate(bytes.length, LINE);
      MemorySegment.copy(bytes, 0, source, ValueLayout.JAVA_BYTE, 0, bytes.length);
      MemorySegment descriptor = arena.allocate(LINE, LINE);
      descriptor.set(LONG, 0, source.address());
      descriptor.set(LONG, 8, bytes.length);
      try (Attachment _ = device.facet(Coherent.class).attach(StartWork.of(descriptor.address()))) {
        await(descriptor);
      }
      return descriptor.get(LONG, CRC);
    }
  }

  private static void await(MemorySegment descriptor) {
    long start = System.nanoTime();
    while (descriptor.get(LONG, DONE) == 0) {
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(SOON);
      Thread.onSpinWait();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"JVM", "VERILATOR"})
  void aStreamOfThisProcessIsSummedWithoutBuffers(EngineKind engine) {
    try (RtlCard card = card(engine, "")) {
      for (int bytes : new int[] {1, 8, 127, 128, 129, 1000, 64 * LINE, 100_003}) {
        byte[] random = random(bytes, bytes);
        assertThat(crc(card, random)).as("%d bytes", bytes).isEqualTo(expected(random));
      }
    }
  }
}
