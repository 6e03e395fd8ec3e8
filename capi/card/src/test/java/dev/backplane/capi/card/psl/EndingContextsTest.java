package dev.backplane.capi.card.psl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.harness.psl.DmaRequest;
import dev.backplane.rtl.harness.psl.DmaStatus;
import dev.backplane.rtl.harness.psl.PslCommand;
import dev.backplane.rtl.harness.psl.PslResponse;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is left of a context that ends: nothing, for the next one of its number. */
final class EndingContextsTest {
  private static final int LINE = 128;

  private final Arena arena = Arena.ofShared();
  private final MemorySegment memory = arena.allocate(4096, 4096);
  private final long line = memory.address();
  private final ScriptedAfu afu =
      new ScriptedAfu(
          Dsisr.CAIA2, Faults.NONE, new LineClaims(Duration.ofDays(1), System::nanoTime));

  @AfterEach
  void giveBack() {
    afu.close();
    arena.close();
  }

  @Test
  void commandsThatWereNotServedReachNobodysMemoryAndTheirTagsAreFree() {
    List<Integer> tags = new ArrayList<>();
    for (int i = 0; i < SoftPsl.CREDITS; i++) {
      afu.line(1).fill((byte) 0x5a);
      tags.add(afu.begin(PslCommand.WRITE_NA, i % 2, line + (long) LINE * (i % 32), LINE));
    }
    assertThat(afu.psl.credits()).isZero();
    afu.psl.detach(0, true);
    assertThat(afu.psl.credits()).isEqualTo(SoftPsl.CREDITS / 2);
    afu.attach(0);
    afu.psl.serve();
    assertThat(afu.psl.credits()).isEqualTo(SoftPsl.CREDITS);
    for (int i = 0; i < SoftPsl.CREDITS; i++) {
      assertThat(afu.answer(tags.get(i)))
          .isEqualTo(i % 2 == 0 ? PslResponse.FAILED : PslResponse.DONE);
      assertThat(memory.get(ValueLayout.JAVA_BYTE, (long) LINE * (i % 32)))
          .isEqualTo((byte) (i % 2 == 0 ? 0 : 0x5a));
    }
  }

  @Test
  void aNewContextOfTheNumberIsNotFlushingAndHasTheWholePatience() {
    assertThat(afu.give(PslCommand.READ_CL_NA, 4096, LINE)).isEqualTo(PslResponse.AERROR);
    assertThat(afu.give(PslCommand.READ_CL_NA, line, LINE)).isEqualTo(PslResponse.FLUSHED);
    afu.psl.detach(0, true);
    afu.attach(0);
    assertThat(afu.give(PslCommand.READ_CL_NA, line, LINE)).isEqualTo(PslResponse.DONE);
  }

  @Test
  void translationsEndWithTheirContext() {
    assertThat(afu.give(PslCommand.XLAT_WR, line, LINE)).isEqualTo(PslResponse.DONE);
    int itag = afu.itag();
    afu.psl.detach(0, true);
    afu.attach(0);
    MemorySegment data = MemorySegment.ofArray(new byte[LINE]).fill((byte) 1);
    assertThat(afu.psl.dma(DmaRequest.write(itag, LINE), data)).isEqualTo(DmaStatus.FAILED);
    assertThat(memory.get(ValueLayout.JAVA_BYTE, 0)).isZero();
    // However many end, there are itags for the next ones.
    for (int i = 0; i < 600; i++) {
      assertThat(afu.give(PslCommand.XLAT_WR, line, LINE)).isEqualTo(PslResponse.DONE);
      afu.psl.detach(0, true);
      afu.attach(0);
    }
  }

  @Test
  void commandsThatAreFlushedForEverAreAMistakeOfTheAfu() {
    assertThat(afu.give(PslCommand.READ_CL_NA, 4096, LINE)).isEqualTo(PslResponse.AERROR);
    for (int i = 0; i < 4096; i++) {
      assertThat(afu.give(PslCommand.READ_CL_NA, line, LINE)).isEqualTo(PslResponse.FLUSHED);
    }
    assertThatThrownBy(() -> afu.give(PslCommand.READ_CL_NA, line, LINE))
        .isInstanceOf(PslViolation.class)
        .hasMessageContaining("context 0 that is flushing, and no RESTART");
  }

  @Test
  void aContextThatRestartsInTimeGoesOn() {
    for (int round = 0; round < 3; round++) {
      assertThat(afu.give(PslCommand.READ_CL_NA, 4096, LINE)).isEqualTo(PslResponse.AERROR);
      for (int i = 0; i < 4000; i++) {
        assertThat(afu.give(PslCommand.READ_CL_NA, line, LINE)).isEqualTo(PslResponse.FLUSHED);
      }
      assertThat(afu.give(1, PslCommand.READ_CL_NA, line, LINE)).isEqualTo(PslResponse.DONE);
      assertThat(afu.give(PslCommand.RESTART, 0, 0)).isEqualTo(PslResponse.DONE);
    }
  }
}
