package dev.backplane.capi.card.psl;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** LOCK, READ_CL_LCK, WRITE_UNLOCK and UNLOCK of a PSL8, with two accelerators. */
final class LocksTest {
  private static final int LINE = 128;
  private static final Duration PATIENCE = Duration.ofMillis(10);

  private final Arena arena = Arena.ofShared();
  private final MemorySegment memory = arena.allocate(4096, 4096);
  private final long line = memory.address();
  private long now;
  private final LineClaims claims = new LineClaims(PATIENCE, () -> now);
  private final ScriptedAfu afu = new ScriptedAfu(Dsisr.CAIA1, Faults.NONE, claims);
  private final ScriptedAfu other = new ScriptedAfu(Dsisr.CAIA1, Faults.NONE, claims);

  LocksTest() {
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

  private PslResponse lock() {
    return afu.give(PslCommand.READ_CL_LCK, line, LINE);
  }

  private PslResponse writeAndUnlock(long value) {
    return afu.give(PslCommand.WRITE_UNLOCK, line, 8, value);
  }

  private long word() {
    return memory.get(ValueLayout.JAVA_LONG, 0);
  }

  @Test
  void aLineIsReadLockedWrittenAndUnlocked() {
    memory.set(ValueLayout.JAVA_LONG, 0, 5);
    assertThat(lock()).isEqualTo(PslResponse.DONE);
    assertThat(afu.number(line, 8)).isEqualTo(5);
    assertThat(writeAndUnlock(6)).isEqualTo(PslResponse.DONE);
    assertThat(word()).isEqualTo(6);
    assertThat(writeAndUnlock(7)).isEqualTo(PslResponse.NLOCK);
    assertThat(afu.give(PslCommand.UNLOCK, line, LINE)).isEqualTo(PslResponse.NLOCK);
    assertThat(word()).isEqualTo(6);
  }

  @Test
  void anAcceleratorHasOneLock() {
    assertThat(afu.give(PslCommand.LOCK, line, LINE)).isEqualTo(PslResponse.DONE);
    assertThat(lock()).isEqualTo(PslResponse.DONE);
    for (PslCommand each : new PslCommand[] {PslCommand.LOCK, PslCommand.READ_CL_LCK}) {
      assertThat(afu.give(each, line + LINE, LINE)).isEqualTo(PslResponse.NLOCK);
      assertThat(afu.give(1, each, line, LINE)).isEqualTo(PslResponse.NLOCK);
      assertThat(other.give(each, line, LINE)).isEqualTo(PslResponse.NLOCK);
    }
    assertThat(afu.give(PslCommand.UNLOCK, line + LINE, LINE)).isEqualTo(PslResponse.NLOCK);
    assertThat(afu.give(1, PslCommand.UNLOCK, line, LINE)).isEqualTo(PslResponse.NLOCK);
    assertThat(other.give(PslCommand.UNLOCK, line, LINE)).isEqualTo(PslResponse.NLOCK);
    assertThat(other.give(PslCommand.WRITE_UNLOCK, line, 8, 1)).isEqualTo(PslResponse.NLOCK);
    assertThat(other.give(PslCommand.LOCK, line + LINE, LINE)).isEqualTo(PslResponse.DONE);
    assertThat(afu.give(PslCommand.UNLOCK, line, LINE)).isEqualTo(PslResponse.DONE);
    assertThat(word()).isZero();
  }

  @ParameterizedTest
  @EnumSource(names = {"PUSH_I", "PUSH_S", "EVICT_I"})
  void aLockedLineIsNotPushedAway(PslCommand command) {
    lock();
    assertThat(afu.give(command, line, LINE)).isEqualTo(PslResponse.NLOCK);
    assertThat(afu.give(command, line + LINE, LINE)).isEqualTo(PslResponse.DONE);
    assertThat(writeAndUnlock(1)).isEqualTo(PslResponse.DONE);
    assertThat(afu.give(command, line, LINE)).isEqualTo(PslResponse.DONE);
  }

  @ParameterizedTest
  @EnumSource(names = {"READ_CL_NA", "WRITE_MI", "ZERO_M", "READ_CL_RES", "TOUCH_M"})
  void commandsOfOthersOnTheLineWaitUntilItIsUnlocked(PslCommand command) {
    lock();
    int waits = other.begin(command, 0, line, LINE);
    int passes = other.begin(PslCommand.READ_CL_NA, 0, line + LINE, LINE);
    assertThat(other.answer(passes)).isEqualTo(PslResponse.DONE);
    assertThat(other.answer(waits)).isNull();
    assertThat(other.psl.advance()).isTrue();
    assertThat(other.psl.credits()).isEqualTo(63);
    assertThat(writeAndUnlock(9)).isEqualTo(PslResponse.DONE);
    assertThat(other.answer(waits)).isEqualTo(PslResponse.DONE);
    assertThat(other.psl.credits()).isEqualTo(64);
  }

  /** After a while, somebody who waits is more than somebody who does not unlock. */
  @Test
  void aLineIsNotKeptForEver() {
    lock();
    int waits = other.begin(PslCommand.WRITE_MI, 0, line, 8);
    now += PATIENCE.toNanos();
    assertThat(other.answer(waits)).isNull();
    now++;
    assertThat(other.answer(waits)).isEqualTo(PslResponse.DONE);
    assertThat(writeAndUnlock(1)).isEqualTo(PslResponse.NLOCK);
    assertThat(afu.give(PslCommand.LOCK, line, LINE)).isEqualTo(PslResponse.DONE);
    now += PATIENCE.toNanos() + 1;
    assertThat(other.give(PslCommand.LOCK, line, LINE)).isEqualTo(PslResponse.DONE);
    assertThat(afu.give(PslCommand.UNLOCK, line, LINE)).isEqualTo(PslResponse.NLOCK);
  }

  @Test
  void aPartyThatWaitsForNothingLeavesALockAsItIs() {
    lock();
    now += PATIENCE.toNanos() * 1000;
    assertThat(other.give(PslCommand.WRITE_MI, line + LINE, 8, 1)).isEqualTo(PslResponse.DONE);
    assertThat(writeAndUnlock(1)).isEqualTo(PslResponse.DONE);
  }

  @Test
  void aStoreOfTheProgramTakesTheLockAndStays() {
    lock();
    memory.set(ValueLayout.JAVA_LONG, 0, 77);
    assertThat(writeAndUnlock(1)).isEqualTo(PslResponse.NLOCK);
    assertThat(word()).isEqualTo(77);
    assertThat(afu.give(PslCommand.UNLOCK, line, LINE)).isEqualTo(PslResponse.NLOCK);
  }

  @Test
  void ownWritesToTheLineAreOfTheLock() {
    lock();
    assertThat(afu.give(PslCommand.WRITE_MI, line + 64, 8, 3)).isEqualTo(PslResponse.DONE);
    assertThat(afu.give(PslCommand.READ_CL_NA, line, LINE)).isEqualTo(PslResponse.DONE);
    assertThat(afu.number(line + 64, 8)).isEqualTo(3);
    assertThat(writeAndUnlock(4)).isEqualTo(PslResponse.DONE);
    lock();
    afu.give(PslCommand.ZERO_M, line, LINE);
    assertThat(writeAndUnlock(5)).isEqualTo(PslResponse.DONE);
    assertThat(word()).isEqualTo(5);
    // Another context of the accelerator is somebody else.
    lock();
    assertThat(afu.give(1, PslCommand.WRITE_MI, line, LINE)).isEqualTo(PslResponse.DONE);
    assertThat(writeAndUnlock(6)).isEqualTo(PslResponse.NLOCK);
  }

  @Test
  void aLockTakesTheReservationsOfOthers() {
    other.give(PslCommand.READ_CL_RES, line, LINE);
    lock();
    assertThat(afu.give(PslCommand.UNLOCK, line, LINE)).isEqualTo(PslResponse.DONE);
    assertThat(other.give(PslCommand.WRITE_C, line, 8, 1)).isEqualTo(PslResponse.NRES);
  }

  @ParameterizedTest
  @ValueSource(strings = {"detach", "reset", "done"})
  void aLockEndsWithItsContextAndWithTheJob(String how) {
    lock();
    int waits = other.begin(PslCommand.READ_CL_NA, 0, line, LINE);
    assertThat(other.answer(waits)).isNull();
    switch (how) {
      case "detach" -> afu.psl.detach(0, true);
      case "reset" -> afu.psl.reset();
      default -> afu.psl.done(0);
    }
    assertThat(other.answer(waits)).isEqualTo(PslResponse.DONE);
  }

  @Test
  void aLockEndsWithItsCard() {
    int waits;
    try (ScriptedAfu leaving = new ScriptedAfu(Dsisr.CAIA1, Faults.NONE, claims)) {
      leaving.know(memory);
      assertThat(leaving.give(PslCommand.LOCK, line, LINE)).isEqualTo(PslResponse.DONE);
      waits = other.begin(PslCommand.READ_CL_NA, 0, line, LINE);
      assertThat(other.answer(waits)).isNull();
    }
    assertThat(other.answer(waits)).isEqualTo(PslResponse.DONE);
  }

  @Test
  void aLockOfMemoryThatIsNotThereIsAnEvent() {
    assertThat(afu.give(PslCommand.LOCK, 0x3000, LINE)).isEqualTo(PslResponse.AERROR);
    assertThat(afu.faults).containsExactly("0x3000: 0x4000000042000000");
    assertThat(claims.isEmpty()).isTrue();
  }

  /** From one seed the same are refused; what is refused is as if it had not been asked for. */
  @Test
  void reservationsAreLostAndLocksNotGivenBySeed() {
    List<PslResponse> first = refusals(new Faults(3, 0, 0, 0, 40));
    assertThat(first)
        .contains(PslResponse.DONE, PslResponse.NRES, PslResponse.NLOCK)
        .isEqualTo(refusals(new Faults(3, 0, 0, 0, 40)))
        .isNotEqualTo(refusals(new Faults(4, 0, 0, 0, 40)));
    assertThat(refusals(Faults.NONE)).containsOnly(PslResponse.DONE);
  }

  private List<PslResponse> refusals(Faults faults) {
    List<PslResponse> answers = new ArrayList<>();
    try (ScriptedAfu each = new ScriptedAfu(Dsisr.CAIA1, faults, claims)) {
      each.know(memory);
      for (int i = 0; i < 50; i++) {
        each.give(PslCommand.READ_CL_RES, line, LINE);
        answers.add(each.give(PslCommand.WRITE_C, line, 8, i));
        answers.add(each.give(PslCommand.LOCK, line, LINE));
        PslResponse unlocked = each.give(PslCommand.UNLOCK, line, LINE);
        assertThat(unlocked).isEqualTo(answers.getLast());
      }
    }
    return answers;
  }

  @ParameterizedTest
  @EnumSource(names = {"LOCK", "READ_CL_LCK", "UNLOCK", "WRITE_UNLOCK"})
  void aPsl9HasNoLocks(PslCommand command) {
    try (ScriptedAfu nine = new ScriptedAfu(Dsisr.CAIA2, Faults.NONE, claims)) {
      assertThat(nine.give(command, line, LINE)).isEqualTo(PslResponse.FAILED);
    }
  }
}
