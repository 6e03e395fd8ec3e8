package dev.backplane.capi.card.psl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.capi.card.memory.OwnAgent;
import dev.backplane.ffi.NativeLibrary;
import dev.backplane.ffi.WordCalls;
import dev.backplane.rtl.harness.psl.AtomicOperation;
import dev.backplane.rtl.harness.psl.DmaRequest;
import dev.backplane.rtl.harness.psl.DmaStatus;
import dev.backplane.rtl.harness.psl.PslCommand;
import dev.backplane.rtl.harness.psl.PslResponse;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Commands that change numbers, with sizes and at addresses that are wrong or go away. */
final class HostileNumbersTest {
  private static final int LINE = 128;

  /** Where neither the system nor the JVM maps anything. */
  private static final long PAGE = 0x2100_0000_0000L;

  private static final long PAGE_BYTES = 4096;
  private static final long READ_AND_WRITE = 3;
  private static final long PRIVATE_ANONYMOUS_FIXED = 0x32;

  private final Arena arena = Arena.ofShared();
  private final MemorySegment memory = arena.allocate(4096, 4096);
  private final LineClaims claims = new LineClaims(Duration.ofDays(1), System::nanoTime);
  private final ScriptedAfu nine = new ScriptedAfu(Dsisr.CAIA2, Faults.NONE, claims);
  private final ScriptedAfu eight = new ScriptedAfu(Dsisr.CAIA1, Faults.NONE, claims);

  @BeforeEach
  void hasAnAgent() {
    assumeTrue(OwnAgent.get().isPresent(), "libbackplane-atomics.so.1 was not built");
  }

  @AfterEach
  void giveBack() {
    nine.close();
    eight.close();
    assertThat(claims.isEmpty()).isTrue();
    arena.close();
  }

  /** A swap has the size of its code; the size of the command says no more than the alignment. */
  @ParameterizedTest
  @EnumSource(names = {"CAS_E_4B", "CAS_NE_4B", "CAS_U_4B", "CAS_E_8B", "CAS_NE_8B", "CAS_U_8B"})
  void aSwapIsMadeWhereItIsAlignedWhateverItsSize(PslCommand command) {
    int bytes = command.name().endsWith("4B") ? 4 : 8;
    for (boolean isKnown : new boolean[] {false, true}) {
      if (isKnown) {
        nine.know(memory);
      }
      for (int size :
          new int[] {-128, -1, 0, 1, 2, 3, 4, 7, 8, 16, 24, 32, 64, 128, 129, 256, 4095}) {
        for (int at = 0; at < 2 * LINE; at++) {
          boolean isSize = size > 0 && size <= LINE && Integer.bitCount(size) == 1;
          PslResponse response = nine.give(command, memory.address() + at, size);
          if (isSize && at % size == 0 && at % bytes == 0) {
            assertThat(response).isIn(PslResponse.COMP_EQ, PslResponse.COMP_NEQ);
          } else {
            assertThat(response).as("%d bytes at %d", size, at).isEqualTo(PslResponse.FAILED);
          }
        }
      }
    }
    assertThat(nine.faults).isEmpty();
  }

  /** Where nothing is, it is an event also if it would be wrong where something is. */
  @Test
  void nothingIsThereAtAnyAlignment() {
    for (long address : new long[] {0, 1, 0x3007, PAGE, PAGE + 4, 1L << 47, -8, Long.MIN_VALUE}) {
      nine.faults.clear();
      assertThat(nine.give(PslCommand.CAS_U_8B, address, 1)).isEqualTo(PslResponse.AERROR);
      assertThat(nine.faults).hasSize(1);
      assertThat(nine.give(PslCommand.RESTART, 0, 0)).isEqualTo(PslResponse.DONE);
    }
  }

  @Test
  void aDmaOfANumberIsMadeWhereItIsAligned() {
    MemorySegment operands = MemorySegment.ofArray(new byte[16]);
    for (AtomicOperation operation : AtomicOperation.values()) {
      for (int bytes : new int[] {4, 8}) {
        for (int at = 0; at < 64; at++) {
          long address = memory.address() + at;
          assertThat(nine.give(PslCommand.XLAT_WR, address, 0)).isEqualTo(PslResponse.DONE);
          DmaRequest request =
              DmaRequest.atomic(nine.itag(), operation, bytes, ByteOrder.nativeOrder());
          DmaStatus status = nine.psl.dma(request, operands);
          if (at % bytes != 0) {
            assertThat(status).isEqualTo(DmaStatus.FAILED);
          } else if (operation.neighbour() == 0) {
            assertThat(status).isEqualTo(DmaStatus.DONE);
          }
        }
      }
    }
    assertThat(nine.faults).isEmpty();
  }

  private enum Use {
    SWAP,
    DMA,
    RESERVATION,
    LOCK
  }

  private boolean use(Use use, ScriptedAfu afu, long address) {
    long line = address & -LINE;
    PslResponse response =
        switch (use) {
          case SWAP -> afu.give(PslCommand.CAS_U_8B, address, 8);
          case DMA -> {
            PslResponse given = afu.give(PslCommand.XLAT_WR, address, 0);
            if (given == PslResponse.DONE) {
              DmaRequest add =
                  DmaRequest.atomic(afu.itag(), AtomicOperation.ADD, 8, ByteOrder.nativeOrder());
              DmaStatus status = afu.psl.dma(add, MemorySegment.ofArray(new byte[16]));
              given = status == DmaStatus.DONE ? PslResponse.DONE : PslResponse.AERROR;
            }
            yield given;
          }
          case RESERVATION -> {
            PslResponse given = afu.give(PslCommand.READ_CL_RES, line, LINE);
            afu.put(afu.number(address, 8) + 1, address, 8);
            yield given == PslResponse.DONE ? afu.give(PslCommand.WRITE_C, address, 8) : given;
          }
          case LOCK -> {
            PslResponse given = afu.give(PslCommand.READ_CL_LCK, line, LINE);
            afu.put(afu.number(address, 8) + 1, address, 8);
            yield given == PslResponse.DONE ? afu.give(PslCommand.WRITE_UNLOCK, address, 8) : given;
          }
        };
    if (response != PslResponse.AERROR) {
      assertThat(response)
          .isIn(
              PslResponse.DONE,
              PslResponse.COMP_EQ,
              PslResponse.COMP_NEQ,
              // Another page came in between.
              PslResponse.NRES,
              PslResponse.NLOCK);
      assertThat(afu.faults).isEmpty();
      return true;
    }
    assertThat(afu.faults).hasSize(1);
    afu.faults.clear();
    assertThat(afu.give(PslCommand.RESTART, 0, 0)).isEqualTo(PslResponse.DONE);
    return false;
  }

  private void pagesComeAndGo(int times) throws InterruptedException {
    MemorySegment map = NativeLibrary.c().function("mmap");
    MemorySegment unmap = NativeLibrary.c().function("munmap");
    Thread program =
        Thread.ofPlatform()
            .start(
                () -> {
                  for (int i = 0; i < times; i++) {
                    WordCalls.call(
                        map, PAGE, PAGE_BYTES, READ_AND_WRITE, PRIVATE_ANONYMOUS_FIXED, -1L, 0L);
                    for (int wait = 0; wait < i % 7 * 50; wait++) {
                      Thread.onSpinWait();
                    }
                    WordCalls.call(unmap, PAGE, PAGE_BYTES);
                  }
                });
    for (int i = 0; program.isAlive() || i < Use.values().length; i++) {
      Use use = Use.values()[i % Use.values().length];
      use(use, use == Use.LOCK ? eight : nine, PAGE + i % 512 * 8L);
    }
    program.join();
    for (Use use : Use.values()) {
      assertThat(use(use, use == Use.LOCK ? eight : nine, PAGE)).as("%s", use).isFalse();
    }
    assertThat(OwnAgent.get().orElseThrow().isBroken()).isFalse();
  }

  @Test
  void memoryComesAndGoesWhileNumbersAreChanged() throws InterruptedException {
    pagesComeAndGo(5000);
  }

  @Test
  @Tag("nightly")
  void memoryComesAndGoesAMillionTimes() throws InterruptedException {
    pagesComeAndGo(1_000_000);
  }
}
