package dev.backplane.capi.card.psl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.capi.card.memory.OwnAgent;
import dev.backplane.rtl.harness.psl.AtomicOperation;
import dev.backplane.rtl.harness.psl.DmaRequest;
import dev.backplane.rtl.harness.psl.DmaStatus;
import dev.backplane.rtl.harness.psl.PslCommand;
import dev.backplane.rtl.harness.psl.PslResponse;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** READ_CL_RES and WRITE_C, with what others do to the line in between. */
final class ReservationsTest {
  private static final int LINE = 128;

  private final Arena arena = Arena.ofShared();
  private final MemorySegment memory = arena.allocate(4096, 4096);
  private final long line = memory.address();
  private final LineClaims claims = new LineClaims(Duration.ofDays(1), System::nanoTime);
  private final ScriptedAfu afu = new ScriptedAfu(Dsisr.CAIA2, Faults.NONE, claims);
  private final ScriptedAfu other = new ScriptedAfu(Dsisr.CAIA2, Faults.NONE, claims);

  ReservationsTest() {
    afu.know(memory);
    other.know(memory);
  }

  @AfterEach
  void giveBack() {
    afu.close();
    other.close();
    assertThat(claims.isEmpty()).isTrue();
    arena.close();
  }

  private long word() {
    return memory.get(ValueLayout.JAVA_LONG, 0);
  }

  private PslResponse reserve() {
    PslResponse response = afu.give(PslCommand.READ_CL_RES, line, LINE);
    assertThat(afu.number(line, 8)).isEqualTo(word());
    return response;
  }

  private PslResponse write(long value) {
    return afu.give(PslCommand.WRITE_C, line, 8, value);
  }

  @ParameterizedTest
  @EnumSource
  void aReservationIsForOneWrite(Dsisr version) {
    try (ScriptedAfu each = new ScriptedAfu(version, Faults.NONE, claims)) {
      each.know(memory);
      memory.set(ValueLayout.JAVA_LONG, 0, 5);
      assertThat(each.give(PslCommand.WRITE_C, line, 8, 6)).isEqualTo(PslResponse.NRES);
      assertThat(each.give(PslCommand.READ_CL_RES, line, LINE)).isEqualTo(PslResponse.DONE);
      assertThat(each.number(line, 8)).isEqualTo(5);
      assertThat(each.give(PslCommand.WRITE_C, line, 8, 6)).isEqualTo(PslResponse.DONE);
      assertThat(word()).isEqualTo(6);
      assertThat(each.give(PslCommand.WRITE_C, line, 8, 7)).isEqualTo(PslResponse.NRES);
      assertThat(word()).isEqualTo(6);
    }
  }

  /** Who writes between the read and the write; no byte that was read changes. */
  enum Writer {
    OTHER_ACCELERATOR,
    SAME_ACCELERATOR,
    ZEROS,
    SWAP,
    DMA,
    ATOMIC,
    OTHER_RESERVATION
  }

  private void write(Writer writer, long at) {
    switch (writer) {
      case OTHER_ACCELERATOR -> other.give(PslCommand.WRITE_NA, at + 8, 8, 0);
      case SAME_ACCELERATOR -> afu.give(PslCommand.WRITE_MI, at + 8, 8, 0);
      case ZEROS -> other.give(PslCommand.ZERO_M, at, LINE);
      case SWAP -> other.give(PslCommand.CAS_U_8B, at + 16, 8);
      case DMA -> dma(at - 200);
      case ATOMIC -> atomic(at + 24);
      case OTHER_RESERVATION -> {
        other.give(PslCommand.READ_CL_RES, at, LINE);
        assertThat(other.give(PslCommand.WRITE_C, at + 8, 8, 0)).isEqualTo(PslResponse.DONE);
      }
    }
  }

  private void dma(long address) {
    assertThat(other.give(PslCommand.XLAT_WR, address, 0)).isEqualTo(PslResponse.DONE);
    MemorySegment zeros = MemorySegment.ofArray(new byte[256]);
    assertThat(other.psl.dma(DmaRequest.write(other.itag(), 256), zeros)).isEqualTo(DmaStatus.DONE);
  }

  private void atomic(long address) {
    assertThat(other.give(PslCommand.XLAT_WR, address, 0)).isEqualTo(PslResponse.DONE);
    DmaRequest add =
        DmaRequest.atomic(other.itag(), AtomicOperation.ADD, 8, ByteOrder.nativeOrder());
    assertThat(other.psl.dma(add, MemorySegment.ofArray(new byte[16]))).isEqualTo(DmaStatus.DONE);
  }

  @ParameterizedTest
  @EnumSource
  void aWriteToTheLineTakesTheReservation(Writer writer) {
    long second = line + 2 * LINE;
    afu.give(PslCommand.READ_CL_RES, second, LINE);
    write(writer, second);
    assertThat(afu.give(PslCommand.WRITE_C, second, 8, 1)).isEqualTo(PslResponse.NRES);
    assertThat(memory.get(ValueLayout.JAVA_LONG, 2 * LINE)).isZero();
  }

  @Test
  void writesToOtherLinesDoNotTakeIt() {
    reserve();
    other.give(PslCommand.WRITE_NA, line + LINE, LINE);
    other.give(PslCommand.READ_CL_RES, line, LINE);
    afu.give(PslCommand.READ_CL_NA, line, LINE);
    assertThat(write(1)).isEqualTo(PslResponse.DONE);
    assertThat(other.give(PslCommand.WRITE_C, line, 8, 2)).isEqualTo(PslResponse.NRES);
    assertThat(word()).isEqualTo(1);
  }

  @Test
  void aStoreOfTheProgramTakesItIfItChangesTheLine() {
    reserve();
    memory.set(ValueLayout.JAVA_BYTE, LINE - 1, (byte) 1);
    assertThat(write(1)).isEqualTo(PslResponse.NRES);
    reserve();
    memory.set(ValueLayout.JAVA_BYTE, LINE - 1, (byte) 1);
    assertThat(write(1)).isEqualTo(PslResponse.DONE);
  }

  @Test
  void aWriteToAnotherLineEndsIt() {
    reserve();
    assertThat(afu.give(PslCommand.WRITE_C, line + LINE, 8, 1)).isEqualTo(PslResponse.NRES);
    assertThat(write(1)).isEqualTo(PslResponse.NRES);
    reserve();
    assertThat(afu.give(PslCommand.READ_CL_RES, line + LINE, LINE)).isEqualTo(PslResponse.DONE);
    assertThat(write(1)).isEqualTo(PslResponse.NRES);
    assertThat(word()).isZero();
  }

  @Test
  void anAcceleratorHasOneReservationOfTheContextThatMadeIt() {
    reserve();
    assertThat(afu.give(1, PslCommand.READ_CL_RES, line, LINE)).isEqualTo(PslResponse.DONE);
    assertThat(write(1)).isEqualTo(PslResponse.NRES);
    assertThat(word()).isZero();
    afu.line(1).set(ValueLayout.JAVA_LONG, 0, 2);
    assertThat(afu.give(1, PslCommand.WRITE_C, line, 8)).isEqualTo(PslResponse.DONE);
    assertThat(word()).isEqualTo(2);
  }

  @Test
  void itEndsWithItsContextAndWithTheJob() {
    reserve();
    afu.psl.detach(0, true);
    afu.attach(0);
    assertThat(write(1)).isEqualTo(PslResponse.NRES);
    reserve();
    afu.psl.detach(1, true);
    assertThat(write(1)).isEqualTo(PslResponse.DONE);
    reserve();
    afu.psl.done(0);
    assertThat(claims.isEmpty()).isTrue();
    afu.psl.start(0);
    assertThat(write(2)).isEqualTo(PslResponse.NRES);
    reserve();
    afu.psl.reset();
    assertThat(claims.isEmpty()).isTrue();
  }

  /** Any bytes that fit, known and not, beside a plain model; what is not written stays. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void bytesOfEverySizeAreWrittenInTheirPlaces(boolean isKnown) {
    assumeTrue(isKnown || OwnAgent.get().isPresent(), "libbackplane-atomics.so.1 was not built");
    Random random = new Random(7);
    byte[] model = new byte[LINE];
    try (ScriptedAfu each = new ScriptedAfu(Dsisr.CAIA1, Faults.NONE, claims)) {
      if (isKnown) {
        each.know(memory);
      }
      for (int i = 0; i < (isKnown ? 3000 : 300); i++) {
        int size = 1 << random.nextInt(8);
        int offset = random.nextInt(LINE / size) * size;
        assertThat(each.give(PslCommand.READ_CL_RES, line, LINE)).isEqualTo(PslResponse.DONE);
        assertThat(each.line(0).mismatch(MemorySegment.ofArray(model))).isEqualTo(-1);
        MemorySegment next = each.line(1);
        next.copyFrom(MemorySegment.ofArray(model));
        int changes = random.nextInt(3);
        for (int change = 0; change < changes; change++) {
          int at = offset + random.nextInt(size);
          model[at] = (byte) random.nextInt();
          next.set(ValueLayout.JAVA_BYTE, at, model[at]);
        }
        assertThat(each.give(PslCommand.WRITE_C, line + offset, size)).isEqualTo(PslResponse.DONE);
        assertThat(memory.asSlice(0, LINE).mismatch(MemorySegment.ofArray(model))).isEqualTo(-1);
      }
    }
  }

  @Test
  void addressesThatAreNotThereOrNotWritableAreEvents() {
    assertThat(afu.give(PslCommand.READ_CL_RES, 0x3000, LINE)).isEqualTo(PslResponse.AERROR);
    assertThat(afu.faults).containsExactly("0x3000: 0x1000000000000088");
    assertThat(claims.isEmpty()).isTrue();
    assertThat(write(1)).isEqualTo(PslResponse.FLUSHED);
    assertThat(afu.give(PslCommand.RESTART, 0, 0)).isEqualTo(PslResponse.DONE);
    try (ScriptedAfu each = new ScriptedAfu(Dsisr.CAIA1, Faults.NONE, claims)) {
      each.know(memory.asReadOnly());
      for (int bytes : new int[] {8, LINE}) {
        assertThat(each.give(PslCommand.READ_CL_RES, line, LINE)).isEqualTo(PslResponse.DONE);
        each.line(1).fill((byte) 1);
        if (bytes == 8) {
          assertThat(each.give(PslCommand.WRITE_C, line, bytes)).isEqualTo(PslResponse.AERROR);
          assertThat(each.faults).hasSize(1).first().asString().contains("0x400000000a000000");
          assertThat(each.give(PslCommand.RESTART, 0, 0)).isEqualTo(PslResponse.DONE);
        }
      }
    }
    assertThat(word()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3, 24, 96, 256, -8})
  void wrongSizesAreRefusedAndTheReservationStays(int bytes) {
    reserve();
    assertThat(afu.give(PslCommand.WRITE_C, line, bytes)).isEqualTo(PslResponse.FAILED);
    assertThat(afu.give(PslCommand.WRITE_C, line + 4, 8)).isEqualTo(PslResponse.FAILED);
    assertThat(afu.give(PslCommand.READ_CL_RES, line + 64, LINE)).isEqualTo(PslResponse.FAILED);
    assertThat(write(1)).isEqualTo(PslResponse.DONE);
  }
}
