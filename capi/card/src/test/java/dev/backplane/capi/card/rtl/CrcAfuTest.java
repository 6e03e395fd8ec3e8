package dev.backplane.capi.card.rtl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Device;
import dev.backplane.api.RegisterSpace;
import dev.backplane.api.capi.Attachment;
import dev.backplane.api.capi.Coherent;
import dev.backplane.api.capi.CoherentEvent;
import dev.backplane.api.capi.CoherentEvent.AfuError;
import dev.backplane.api.capi.CoherentEvent.DataStorage;
import dev.backplane.api.capi.StartWork;
import dev.backplane.capi.card.config.AfuConfig;
import dev.backplane.rtl.harness.psl.PslFaults;
import dev.backplane.rtl.harness.psl.PslResponse;
import dev.backplane.rtl.simulators.EngineKind;
import dev.backplane.rtl.simulators.VerilatorEngine;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

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

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void computesTheSameSumUnderAllTimings(long seed) {
    String faults =
        ", \"faults\": {\"seed\": %d, \"response_percent\": %d, \"reorder_percent\": %d, \"buffer_percent\": %d, \"repeat_percent\": %d, \"credit_percent\": %d}"
            .formatted(seed, seed * 11, 100 - seed * 9, seed * 5, seed * 10, seed * 12);
    byte[] random = random(30_000 + (int) seed, seed);
    try (RtlCard card = card(EngineKind.JVM, faults)) {
      assertThat(crc(card, random)).isEqualTo(expected(random));
    }
    try (RtlCard card = card(EngineKind.VERILATOR, faults)) {
      assertThat(crc(card, random)).isEqualTo(expected(random));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"credits\"", "\"no-such-rule\"", "1"})
  void rulesThatCanBeWarningsAreNamedAndNothingElse(String other) {
    String afu =
        "{\"image\": \"%s\", \"warn_only\": [\"buffer-parity\", %s]}"
            .formatted(RtlCard.example("crc32c/crc32c.xclbin"), "%s");
    byte[] random = random(1000, 9);
    try (RtlCard card = RtlCard.of(afu.formatted("\"job-done\""), "")) {
      assertThat(crc(card, random)).isEqualTo(expected(random));
    }
    try (RtlCard card = RtlCard.of(afu.formatted(other), "")) {
      assertThat(card.problems()).contains("warn_only");
    }
  }

  @Test
  void registersTellTheWorkAndAreReadInHalves() {
    byte[] random = random(100 * LINE, 3);
    try (RtlCard card = card(EngineKind.JVM, "");
        Arena arena = Arena.ofShared();
        Device device = card.open("afu0.0d")) {
      MemorySegment source = arena.allocate(random.length, LINE);
      MemorySegment.copy(random, 0, source, ValueLayout.JAVA_BYTE, 0, random.length);
      MemorySegment descriptor = arena.allocate(LINE, LINE);
      descriptor.set(LONG, 0, source.address());
      descriptor.set(LONG, 8, random.length);
      Attachment attachment =
          device.facet(Coherent.class).attach(StartWork.of(descriptor.address()));
      attachment.tell(source);
      await(descriptor);
      RegisterSpace registers = attachment.problemState();
      assertThat(registers.read64(0x08)).isEqualTo(100);
      assertThat(registers.read64(0x10)).isEqualTo(expected(random));
      assertThat(registers.read64(0x20)).isEqualTo(102);
      assertThat(registers.read64(0x28)).isZero();
      assertThat(registers.read64(0x30)).as("ticks of the timebase").isPositive();
      registers.write64(0x18, 0x0123_4567_89ab_cdefL);
      assertThat(registers.read32(0x18)).isEqualTo(0x0123_4567);
      assertThat(registers.read32(0x1c)).isEqualTo(0x89ab_cdef);
      registers.write32(0x1c, 0xfeed_face);
      assertThat(registers.read64(0x18)).isEqualTo(0x0123_4567_feed_faceL);
      assertThat(registers.read64(0x3ff_fff8)).isEqualTo(-1);
    }
  }

  @Test
  void aSourceThatIsNotMappedIsAFaultAndEndsTheJobWithItsError() {
    try (RtlCard card = card(EngineKind.JVM, "");
        Arena arena = Arena.ofShared();
        Device device = card.open("afu0.0d")) {
      MemorySegment descriptor = arena.allocate(LINE, LINE);
      descriptor.set(LONG, 0, 0x1000);
      descriptor.set(LONG, 8, 100L * LINE);
      Attachment attachment =
          device.facet(Coherent.class).attach(StartWork.of(descriptor.address()));
      CoherentEvent fault = attachment.next(SOON).orElseThrow();
      assertThat(fault).isInstanceOf(DataStorage.class);
      assertThat(((DataStorage) fault).address()).isEqualTo(0x1000);
      assertThat(attachment.next(SOON)).contains(new AfuError(0, PslResponse.AERROR.code()));
    }
    try (RtlCard card = card(EngineKind.JVM, "")) {
      byte[] random = random(500, 5);
      assertThat(crc(card, random)).isEqualTo(expected(random));
    }
  }

  @Test
  void theDescriptorIsReadWithItsRecordAndErrorBuffer() {
    try (RtlAfu afu =
        RtlAfuLoader.load(
            "afu", RtlCard.example("crc32c/crc32c.xclbin"), AfuConfig.USUAL, 8, PslFaults.NONE)) {
      assertThat(afu.descriptor().processes()).isEqualTo(1);
      assertThat(afu.descriptor().interrupts()).isZero();
      assertThat(afu.descriptor().records()).hasSize(1);
      assertThat(afu.descriptor().records().getFirst().vendor()).isEqualTo(0x1234);
      assertThat(afu.descriptor().records().getFirst().device()).isEqualTo(0xc32c);
      assertThat(afu.descriptor().records().getFirst().classCode()).isEqualTo(0x120000);
      assertThat(afu.errorBuffer(0, 4096)).hasSize(4096).containsOnly(0);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void repeatsACommandThatWasPaged(long seed) {
    byte[] random = random(200 * LINE + (int) seed, seed);
    AfuConfig config = AfuConfig.USUAL;
    PslFaults faults = new PslFaults(seed, 20, 50, 20, 20, 50);
    try (Arena arena = Arena.ofShared();
        RtlAfu afu =
            RtlAfuLoader.load("afu", RtlCard.example("crc32c/crc32c.xclbin"), config, 8, faults)) {
      MemorySegment memory = arena.allocate(202L * LINE, LINE);
      MemorySegment.copy(random, 0, memory, ValueLayout.JAVA_BYTE, LINE, random.length);
      memory.set(LONG, 0, memory.address() + LINE);
      memory.set(LONG, 8, random.length);
      PagingPort port = new PagingPort(afu, memory, seed, arena);
      afu.reset();
      afu.start(memory.address());
      for (int i = 0; i < 1000 && !port.ended; i++) {
        afu.advance();
      }
      assertThat(port.ended).isTrue();
      assertThat(port.error).isZero();
      assertThat(port.paged).isPositive();
      assertThat(afu.read(0x28, Long.BYTES)).as("restarts").isEqualTo(port.paged);
      assertThat(memory.get(LONG, CRC)).isEqualTo(expected(random));
    }
  }
}
