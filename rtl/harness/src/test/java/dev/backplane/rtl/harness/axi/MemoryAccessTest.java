package dev.backplane.rtl.harness.axi;

import static dev.backplane.rtl.harness.axi.ScriptedKernel.script;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.harness.HarnessOptions;
import dev.backplane.rtl.harness.RunLimits;
import dev.backplane.rtl.harness.axi.FakeKernel.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads and writes of bursts of each type, and accesses outside memory. */
final class MemoryAccessTest {
  private static final long BASE = FakeMemory.BASE;

  private static List<Long> read(Shape shape, long address, int beats, int size, int kind) {
    List<Long> seen = new ArrayList<>();
    ScriptedKernel script =
        script()
            .address("AR", address, beats, size, kind)
            .handshake("AR")
            .take(
                beats,
                kernel -> {
                  seen.add(kernel.axi("RDATA").get());
                  assertThat(kernel.axi("RLAST").isSet()).isEqualTo(seen.size() == beats);
                  assertThat(kernel.axi("RRESP").get()).isZero();
                });
    try (KernelFixture fixture = new KernelFixture(shape, script)) {
      for (int i = 0; i < 256; i++) {
        fixture.memory.setWord(i * 4L, i * 0x01010101);
      }
      fixture.harness.run(RunLimits.NONE);
    }
    return seen;
  }

  @Test
  void incrementingFixedAndWrappingBurstsReadTheirWords() {
    assertThat(read(Shape.PLAIN, BASE + 16, 4, 2, Burst.INCR))
        .containsExactly(0x04040404L, 0x05050505L, 0x06060606L, 0x07070707L);
    assertThat(read(Shape.PLAIN, BASE + 16, 3, 2, Burst.FIXED))
        .containsExactly(0x04040404L, 0x04040404L, 0x04040404L);
    assertThat(read(Shape.PLAIN, BASE + 24, 4, 2, Burst.WRAP))
        .containsExactly(0x06060606L, 0x07070707L, 0x04040404L, 0x05050505L);
  }

  @Test
  void onlyTheFirstBeatOfAnUnalignedBurstIsPartial() {
    assertThat(read(Shape.PLAIN, BASE + 18, 3, 2, Burst.INCR))
        .containsExactly(0x04040000L, 0x05050505L, 0x06060606L);
  }

  @Test
  void narrowBeatsComeInTheirLanes() {
    assertThat(read(Shape.PLAIN.withData(64), BASE + 16, 4, 1, Burst.INCR))
        .containsExactly(0x0404L, 0x0404_0000L, 0x0505_0000_0000L, 0x0505_0000_0000_0000L);
    assertThat(read(Shape.PLAIN.withData(64), BASE + 17, 2, 1, Burst.INCR))
        .containsExactly(0x0400L, 0x0404_0000L);
  }

  @Test
  void writesTouchOnlyTheBytesThatTheStrobesSelect() {
    ScriptedKernel script =
        script()
            .address("AW", BASE + 16, 3, 2, Burst.INCR)
            .handshake("AW")
            .data(0x11111111, 0b1111, false)
            .data(0x22222222, 0b0110, false)
            .data(0x33333333, 0b0000, true)
            .response();
    try (KernelFixture fixture = new KernelFixture(script)) {
      for (int i = 0; i < 16; i++) {
        fixture.memory.setWord(i * 4L, -1);
      }
      fixture.harness.run(RunLimits.NONE);
      assertThat(words(fixture, 12, 5)).containsExactly(-1, 0x11111111, 0xff2222ff, -1, -1);
    }
  }

  @Test
  void wrappingUnalignedAndNarrowWritesReachTheirAddresses() {
    ScriptedKernel script =
        script()
            .address("AW", BASE + 24, 4, 2, Burst.WRAP)
            .handshake("AW")
            .data(1, 15, false)
            .data(2, 15, false)
            .data(3, 15, false)
            .data(4, 15, true)
            .response()
            .address("AW", BASE + 34, 2, 2, Burst.INCR)
            .handshake("AW")
            .data(0x55550000L, 0b1100, false)
            .data(0x66666666L, 0b1111, true)
            .response()
            .address("AW", BASE + 41, 2, 0, Burst.INCR)
            .handshake("AW")
            .data(0x7700L, 0b0010, false)
            .data(0x880000L, 0b0100, true)
            .response();
    try (KernelFixture fixture = new KernelFixture(script)) {
      fixture.harness.run(RunLimits.NONE);
      assertThat(words(fixture, 16, 7))
          .containsExactly(3, 4, 1, 2, 0x55550000, 0x66666666, 0x887700);
    }
  }

  @Test
  void dataMayComeBeforeItsAddress() {
    ScriptedKernel script =
        script()
            .data(1, 15, false)
            .data(2, 15, true)
            .data(3, 15, true)
            .address("AW", BASE + 8, 2, 2, Burst.INCR)
            .handshake("AW")
            .address("AW", BASE + 32, 1, 2, Burst.INCR)
            .handshake("AW")
            .response()
            .response();
    try (KernelFixture fixture = new KernelFixture(script)) {
      fixture.harness.run(RunLimits.NONE);
      assertThat(words(fixture, 8, 3)).containsExactly(1, 2, 0);
      assertThat(fixture.memory.word(32)).isEqualTo(3);
    }
  }

  @Test
  void earlyDataBeyondTheCapacityIsStalled() {
    ScriptedKernel script = script();
    script.then(kernel -> kernel.axi("WVALID").set(1)).until(k -> !k.axi("WREADY").isSet());
    script.forever();
    HarnessOptions options = HarnessOptions.DEFAULT.withWatchdog(1000);
    try (KernelFixture fixture =
        new KernelFixture(Shape.PLAIN, () -> script, new FakeMemory(), options)) {
      fixture.harness.reset();
      assertThat(fixture.runFails(RtlError.NO_PROGRESS)).hasMessageContaining("W valid=1 ready=0");
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 2, 3, 4, 5, 6, 7})
  void responsesWithOneIdKeepTheirOrder(long seed) {
    List<Long> order = new ArrayList<>();
    Map<Long, List<Long>> byId = new HashMap<>();
    ScriptedKernel script = script();
    for (int i = 0; i < 12; i++) {
      script.set("ARID", i % 3).address("AR", BASE + i * 4L, 1, 2, Burst.INCR).handshake("AR");
    }
    script.take(
        12,
        kernel -> {
          long data = kernel.axi("RDATA").get();
          order.add(data);
          byId.computeIfAbsent(kernel.axi("RID").get(), _ -> new ArrayList<>()).add(data);
        });
    HarnessOptions options =
        seed == 0
            ? HarnessOptions.DEFAULT
            : HarnessOptions.DEFAULT.withRandomStalls(20, true, seed);
    try (KernelFixture fixture =
        new KernelFixture(Shape.PLAIN.withIds(4), () -> script, new FakeMemory(), options)) {
      fixture.harness.reset();
      IntStream.range(0, 12).forEach(i -> fixture.memory.setWord(i * 4L, i));
      fixture.harness.run(RunLimits.NONE);
    }
    assertThat(byId.get(0L)).containsExactly(0L, 3L, 6L, 9L);
    assertThat(byId.get(1L)).containsExactly(1L, 4L, 7L, 10L);
    assertThat(byId.get(2L)).containsExactly(2L, 5L, 8L, 11L);
    List<Long> sent = LongStream.range(0, 12).boxed().toList();
    if (seed == 0) {
      assertThat(order).isEqualTo(sent);
    } else {
      assertThat(order).isNotEqualTo(sent).containsExactlyInAnyOrderElementsOf(sent);
    }
  }

  @Test
  void writeResponsesCarryTheIdsOfTheirBursts() {
    List<Long> ids = new ArrayList<>();
    ScriptedKernel script = script();
    for (int i = 0; i < 4; i++) {
      script
          .set("AWID", 9 + i)
          .address("AW", BASE + i * 4L, 1, 2, Burst.INCR)
          .handshake("AW")
          .data(i, 15, true);
    }
    script.set("BREADY", 1);
    for (int i = 0; i < 4; i++) {
      script.until(
          kernel -> {
            if (kernel.axi("BVALID").isSet()) {
              ids.add(kernel.axi("BID").get());
            }
            return kernel.axi("BVALID").isSet();
          });
    }
    try (KernelFixture fixture = new KernelFixture(Shape.PLAIN.withIds(4), script)) {
      fixture.harness.run(RunLimits.NONE);
    }
    assertThat(ids).containsExactly(9L, 10L, 11L, 12L);
  }

  @Test
  void aReadOutsideMemoryIsAnsweredToItsEndAndFailsTheRun() {
    List<Long> responses = new ArrayList<>();
    ScriptedKernel script =
        script()
            .address("AR", BASE + FakeMemory.SIZE - 8, 2, 2, Burst.INCR)
            .handshake("AR")
            .take(2, _ -> {})
            .address("AR", BASE + FakeMemory.SIZE, 4, 2, Burst.INCR)
            .handshake("AR")
            .take(4, kernel -> responses.add(kernel.axi("RRESP").get()))
            .forever();
    try (KernelFixture fixture = new KernelFixture(script)) {
      RtlException failure = fixture.runFails(RtlError.ADDRESS_FAULT);
      assertThat(failure)
          .hasMessageMatching(
              "m_axi_gmem @cycle \\d+: read where no memory is: addr 0x400000010000, in the burst"
                  + " addr 0x400000010000, 4 beats x 4 bytes: 0 bytes past the end of argument"
                  + " 'c'\\. Last cycles: AR [-vrX?]{16}, R [-vrX?]{16}, AW .*");
      assertThat(responses).containsExactly(3L, 3L, 3L, 3L);
      assertThat(fixture.runFails(RtlError.ADDRESS_FAULT)).hasMessage(failure.getMessage());
      fixture.harness.reset();
      assertThat(fixture.harness.fault()).isNull();
    }
  }

  /** In the middle of a burst of full beats, and in others, aligned and not, narrow and wide. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 5, 15})
  void nothingIsWrittenAfterAFaultOfTheOtherChannel(int beatsBefore) {
    List<Long> responses = new ArrayList<>();
    boolean[] faulted = new boolean[1];
    ScriptedKernel script =
        script().address("AW", BASE + 64, 16, 2, Burst.INCR).handshake("AW").set("RREADY", 1);
    for (int i = 0; i < 16; i++) {
      if (i == beatsBefore) {
        script
            .address("AR", BASE + FakeMemory.SIZE, 1, 2, Burst.INCR)
            .handshake("AR")
            .until(
                kernel -> {
                  faulted[0] |= kernel.axi("RVALID").isSet();
                  return faulted[0];
                });
      }
      script.data(1000 + i, 15, i == 15);
    }
    script
        .response(responses::add)
        .address("AW", BASE + 130, 2, 1, Burst.INCR)
        .handshake("AW")
        .data(-1, 12, false)
        .data(-1, 3, true)
        .response(responses::add)
        .forever();
    HarnessOptions options = HarnessOptions.builder().cyclesAfterFault(500).build();
    try (KernelFixture fixture =
        new KernelFixture(Shape.PLAIN, () -> script, new FakeMemory(), options)) {
      fixture.harness.reset();
      fixture.harness.start();
      assertThatThrownBy(() -> fixture.harness.advance(5000))
          .hasMessageContaining("read where no memory is");
      int[] expected = new int[32];
      for (int i = 0; i < beatsBefore; i++) {
        expected[i] = 1000 + i;
      }
      assertThat(words(fixture, 64, 32)).isEqualTo(expected);
      assertThat(responses).containsExactly(2L, 2L);
    }
  }

  @Test
  void aBurstThatLeavesMemoryIsReportedWithTheFirstByteOutside() {
    List<Long> responses = new ArrayList<>();
    ScriptedKernel script =
        script()
            .address("AW", BASE + 64, 4, 2, Burst.INCR)
            .handshake("AW")
            .data(1, 15, false)
            .data(-1, 15, false)
            .data(3, 15, false)
            .data(4, 15, true)
            .response(responses::add)
            .forever();
    FakeMemory memory = FakeMemory.ending(70);
    try (KernelFixture fixture =
        new KernelFixture(Shape.PLAIN, () -> script, memory, HarnessOptions.DEFAULT)) {
      fixture.harness.reset();
      assertThat(fixture.runFails(RtlError.ADDRESS_FAULT))
          .hasMessageContaining(
              "write where no memory is: addr 0x400000000046, in the burst addr 0x400000000040,"
                  + " 4 beats x 4 bytes");
      assertThat(words(fixture, 64, 3)).containsExactly(1, 0xffff, 0);
    }
    assertThat(responses).containsExactly(3L);
  }

  @Test
  void bytesThatAreNotSelectedMayLieOutsideMemory() {
    ScriptedKernel script =
        script()
            .address("AW", BASE + 64, 1, 2, Burst.INCR)
            .handshake("AW")
            .data(-1, 3, true)
            .response(code -> assertThat(code).isZero());
    FakeMemory memory = FakeMemory.ending(66);
    try (KernelFixture fixture =
        new KernelFixture(Shape.PLAIN, () -> script, memory, HarnessOptions.DEFAULT)) {
      fixture.harness.reset();
      fixture.harness.run(RunLimits.NONE);
      assertThat(memory.word(64)).isEqualTo(0xffff);
    }
  }

  @Test
  void readOnlyMemoryIsReadButNotWritten() {
    List<Long> responses = new ArrayList<>();
    ScriptedKernel script =
        script()
            .address("AR", FakeMemory.READ_ONLY, 1, 2, Burst.INCR)
            .handshake("AR")
            .take(1, kernel -> assertThat(kernel.axi("RRESP").get()).isZero())
            .address("AW", FakeMemory.READ_ONLY + 8, 1, 2, Burst.INCR)
            .handshake("AW")
            .data(7, 15, true)
            .response(responses::add)
            .forever();
    try (KernelFixture fixture = new KernelFixture(script)) {
      assertThat(fixture.runFails(RtlError.ADDRESS_FAULT))
          .hasMessageContaining("write to memory that is read only: addr 0x400000020008");
      assertThat(responses).containsExactly(2L);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {64, 128, 130, 192})
  void aBurstContinuesInTheNextRegion(long at) {
    List<Long> seen = new ArrayList<>();
    ScriptedKernel script =
        script()
            .address("AR", BASE + 64, 32, 2, Burst.INCR)
            .handshake("AR")
            .take(32, kernel -> seen.add(kernel.axi("RDATA").get()))
            .address("AW", BASE + 64, 32, 2, Burst.INCR)
            .handshake("AW");
    for (int i = 0; i < 32; i++) {
      script.data(i, 15, i == 31);
    }
    script.response();
    FakeMemory memory = FakeMemory.split(at);
    try (KernelFixture fixture =
        new KernelFixture(Shape.PLAIN, () -> script, memory, HarnessOptions.DEFAULT)) {
      fixture.harness.reset();
      IntStream.range(0, 32).forEach(i -> memory.setWord(64 + i * 4L, 100 + i));
      fixture.harness.run(RunLimits.NONE);
      assertThat(seen).isEqualTo(LongStream.range(100, 132).boxed().toList());
      assertThat(words(fixture, 64, 32)).isEqualTo(IntStream.range(0, 32).toArray());
    }
  }

  private static int[] words(KernelFixture fixture, long offset, int count) {
    int[] words = new int[count];
    Arrays.setAll(words, i -> fixture.memory.word(offset + i * 4L));
    return words;
  }

  @Test
  void aReadBurstWhoseMemoryIsFreedIsAnAddressFaultAtTheNextBeat() {
    for (int size = 1; size <= 2; size++) {
      FakeMemory memory = new FakeMemory();
      memory.move();
      int[] beats = new int[1];
      ScriptedKernel script =
          script()
              .address("AR", BASE + 64, 8, size, Burst.INCR)
              .handshake("AR")
              .take(
                  8,
                  _ -> {
                    if (++beats[0] == 3) {
                      memory.free();
                    }
                  });
      try (KernelFixture fixture =
          new KernelFixture(Shape.PLAIN, () -> script, memory, HarnessOptions.DEFAULT)) {
        fixture.harness.reset();
        assertThat(fixture.runFails(RtlError.ADDRESS_FAULT))
            .hasMessageContaining("read where no memory is")
            .hasMessageContaining("in the burst addr 0x%x, 8 beats".formatted(BASE + 64));
      }
    }
  }

  @Test
  void aWriteBurstWhoseMemoryIsFreedIsAnAddressFaultAtTheNextBeat() {
    for (int freedAfter = 1; freedAfter < 5; freedAfter++) {
      FakeMemory memory = new FakeMemory();
      memory.move();
      ScriptedKernel script = script().address("AW", BASE + 64, 6, 2, Burst.INCR).handshake("AW");
      for (int beat = 0; beat < 6; beat++) {
        script.data(beat, 0b1111, beat == 5);
        if (beat == freedAfter) {
          script.then(_ -> memory.free());
        }
      }
      try (KernelFixture fixture =
          new KernelFixture(Shape.PLAIN, () -> script, memory, HarnessOptions.DEFAULT)) {
        fixture.harness.reset();
        assertThat(fixture.runFails(RtlError.ADDRESS_FAULT))
            .hasMessageContaining("write where no memory is")
            .hasMessageContaining("in the burst addr 0x%x, 6 beats".formatted(BASE + 64));
      }
    }
  }

  @Test
  void memoryThatMovesDuringABurstIsFoundAgain() {
    FakeMemory memory = new FakeMemory();
    for (int i = 0; i < 8; i++) {
      memory.setWord(64 + i * 4L, 100 + i);
    }
    memory.move();
    List<Long> seen = new ArrayList<>();
    ScriptedKernel script =
        script()
            .address("AR", BASE + 64, 8, 2, Burst.INCR)
            .handshake("AR")
            .take(
                8,
                kernel -> {
                  seen.add(kernel.axi("RDATA").get());
                  memory.move();
                })
            .address("AW", BASE + 128, 4, 2, Burst.INCR)
            .handshake("AW");
    for (int beat = 0; beat < 4; beat++) {
      script.data(7 + beat, 0b1111, beat == 3).then(_ -> memory.move());
    }
    script.response();
    try (KernelFixture fixture =
        new KernelFixture(Shape.PLAIN, () -> script, memory, HarnessOptions.DEFAULT)) {
      fixture.harness.reset();
      fixture.harness.run(RunLimits.NONE);
    }
    assertThat(seen).containsExactly(100L, 101L, 102L, 103L, 104L, 105L, 106L, 107L);
    for (int beat = 0; beat < 4; beat++) {
      assertThat(memory.currentWord(128 + beat * 4L)).isEqualTo(7 + beat);
    }
  }
}
