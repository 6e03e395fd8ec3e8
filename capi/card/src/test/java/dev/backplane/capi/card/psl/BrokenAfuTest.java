package dev.backplane.capi.card.psl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.harness.psl.DmaRequest;
import dev.backplane.rtl.harness.psl.PslCommand;
import dev.backplane.rtl.harness.psl.PslResponse;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** AFUs that go on after they broke a rule, or after an address that is not there. */
final class BrokenAfuTest {
  private static final int LINE = 128;

  private final Arena arena = Arena.ofShared();
  private final MemorySegment memory = arena.allocate(4096, 4096);
  private final LineClaims claims = new LineClaims(Duration.ofDays(1), System::nanoTime);

  @AfterEach
  void free() {
    arena.close();
  }

  private ScriptedAfu afu(Dsisr psl) {
    ScriptedAfu afu = new ScriptedAfu(psl, Faults.NONE, claims);
    afu.know(memory);
    return afu;
  }

  private int write(ScriptedAfu afu, int line) {
    int tag = afu.begin(PslCommand.WRITE_NA, 0, memory.address() + (long) line * LINE, LINE);
    afu.psl.line(tag).fill((byte) 0x5a);
    return tag;
  }

  private boolean isUntouched() {
    return memory.mismatch(MemorySegment.ofArray(new byte[4096])) < 0;
  }

  @ParameterizedTest
  @EnumSource
  void aTagThatIsOutstandingEndsAllThatTheAfuDoes(Dsisr version) {
    try (ScriptedAfu afu = afu(version)) {
      int tag = write(afu, 0);
      write(afu, 1);
      String broken = "with tag %d that is outstanding, of WRITE_NA".formatted(tag);
      assertThatThrownBy(() -> afu.psl.command(tag, PslCommand.WRITE_NA, 0, memory.address(), LINE))
          .isInstanceOf(PslViolation.class)
          .hasMessageContaining(broken);

      assertThatThrownBy(afu.psl::serve).hasMessageContaining(broken);
      assertThatThrownBy(() -> write(afu, 2)).hasMessageContaining(broken);
      assertThatThrownBy(() -> afu.psl.dma(DmaRequest.write(0, LINE), memory))
          .hasMessageContaining(broken);
      assertThatThrownBy(afu.psl::advance).hasMessageContaining(broken);
      assertThat(isUntouched()).isTrue();

      afu.psl.reset();
      afu.psl.start(0);
      afu.attach(0);
      assertThat(afu.answer(write(afu, 0))).isEqualTo(PslResponse.DONE);
      assertThat(memory.get(ValueLayout.JAVA_BYTE, LINE - 1)).isEqualTo((byte) 0x5a);
    }
  }

  @ParameterizedTest
  @EnumSource
  void nothingIsWrittenBetweenAnErrorAndTheRestart(Dsisr version) {
    try (ScriptedAfu afu = afu(version)) {
      assertThat(afu.give(PslCommand.READ_CL_NA, 0, LINE)).isEqualTo(PslResponse.AERROR);
      int[] behind = new int[8];
      for (int i = 0; i < behind.length; i++) {
        behind[i] = write(afu, i);
      }

      for (int tag : behind) {
        assertThat(afu.answer(tag)).isEqualTo(PslResponse.FLUSHED);
      }
      assertThat(isUntouched()).isTrue();
      assertThat(afu.faults).hasSize(1);

      assertThat(afu.give(PslCommand.RESTART, 0, 0)).isEqualTo(PslResponse.DONE);
      assertThat(afu.answer(write(afu, 9))).isEqualTo(PslResponse.DONE);
    }
  }
}
