package dev.backplane.xrt.card.ert;

import static dev.backplane.xclbin.ControlProtocol.AP_CTRL_CHAIN;
import static dev.backplane.xclbin.ControlProtocol.AP_CTRL_HS;
import static dev.backplane.xclbin.ControlProtocol.AP_CTRL_NONE;
import static dev.backplane.xrt.card.ert.Bench.CONTROL;
import static dev.backplane.xrt.card.ert.Bench.QUEUE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.xclbin.ControlProtocol;
import dev.backplane.xclbin.ert.CommandState;
import dev.backplane.xclbin.ert.CommandType;
import dev.backplane.xclbin.ert.Configure;
import dev.backplane.xclbin.ert.CuStat;
import dev.backplane.xclbin.ert.Header;
import dev.backplane.xclbin.ert.Opcode;
import java.time.Duration;
import java.util.Random;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;

class EmbeddedSchedulerTest {
  private static final int PAGE = 4096;

  /** The sequence that XRT's own emulation sends, as it was measured. */
  @Test
  void aHostThatKnowsOnlyTheQueueAndTheStatusRegisterIsServed() {
    var bench = new Bench(() -> 1, AP_CTRL_HS, AP_CTRL_HS);
    bench.write(QUEUE + 4, PAGE, 2, 16, 0, Configure.ERT | Configure.CU_DMA, 0x1800000, 0x1810000);
    assertThat(bench.read(CONTROL)).isZero();
    bench.write(QUEUE, Header.of(Opcode.CONFIGURE, CommandType.CTRL, 7));
    bench.step();
    assertThat(bench.read(CONTROL)).as("the status bit of slot 0").isEqualTo(1);
    assertThat(bench.read(CONTROL)).as("reading clears").isZero();
    assertThat(bench.read(CONTROL + 0x34)).as("slots").isEqualTo(16);
    assertThat(bench.read(CONTROL + 0x68)).as("units").isEqualTo(2);

    for (int unit = 0; unit < 2; unit++) {
      bench.write(QUEUE + (unit + 1L) * PAGE + 4, unit);
      bench.write(QUEUE + (unit + 1L) * PAGE + 8, 0, 0, 0, 0, 0x1000 + unit, 4);
      bench.write(QUEUE + (unit + 1L) * PAGE, Header.of(Opcode.START_CU, CommandType.DEFAULT, 7));
    }
    bench.step();
    assertThat(bench.read(CONTROL)).isZero();
    assertThat(bench.units.units.get(1).writes).containsExactly("10=1001", "14=4", "0=1");
    bench.tick();
    assertThat(bench.read(CONTROL)).as("one read retires both").isEqualTo(0b110);
    assertThat(bench.state(1, PAGE)).isEqualTo(CommandState.COMPLETED);
  }

  @Test
  void aSlotIsNotSeenBeforeItsHeader() {
    var bench = configured(() -> 1, AP_CTRL_HS);
    bench.write(QUEUE + PAGE + 4, 0, 0, 0, 0, 0, 7);
    bench.step();
    assertThat(bench.units.units.getFirst().executed).isEmpty();
    bench.write(QUEUE + PAGE, Header.of(Opcode.START_CU, CommandType.CU, 6));
    bench.step();
    assertThat(bench.units.units.getFirst().executed).containsExactly(7);
  }

  @Test
  void unitsOverlapAndSlotsCompleteOutOfOrder() {
    var random = new int[] {5, 1};
    var next = new int[1];
    var bench = configured(() -> random[next[0]++], AP_CTRL_HS, AP_CTRL_HS);
    bench.start(1, PAGE, 0, 10);
    bench.start(2, PAGE, 1, 20);
    bench.step();
    bench.tick();
    assertThat(bench.read(CONTROL)).isEqualTo(1 << 2);
    for (int i = 0; i < 4; i++) {
      bench.tick();
    }
    assertThat(bench.read(CONTROL)).isEqualTo(1 << 1);
  }

  @Test
  void anHsUnitStartsAgainOnlyWhenItIsDone() {
    var bench = configured(() -> 2, AP_CTRL_HS);
    bench.start(1, PAGE, 0, 1);
    bench.start(2, PAGE, 0, 2);
    bench.step();
    assertThat(bench.units.units.getFirst().executed).containsExactly(1);
    bench.tick();
    assertThat(bench.units.units.getFirst().executed).containsExactly(1);
    bench.tick();
    assertThat(bench.units.units.getFirst().executed).containsExactly(1, 2);
    assertThat(bench.state(2, PAGE)).isEqualTo(CommandState.RUNNING);
  }

  @Test
  void aChainUnitStartsAgainWhenItIsReadyAndEachDoneIsAcknowledged() {
    var bench = configured(() -> 3, AP_CTRL_CHAIN);
    bench.start(1, PAGE, 0, 1);
    bench.start(2, PAGE, 0, 2);
    bench.step();
    assertThat(bench.units.units.getFirst().executed).containsExactly(1);
    bench.tick();
    assertThat(bench.units.units.getFirst().executed).as("ready again").containsExactly(1, 2);
    for (int i = 0; i < 2; i++) {
      bench.tick();
    }
    assertThat(bench.read(CONTROL)).isEqualTo(1 << 1);
    assertThat(bench.units.units.getFirst().writes).contains("0=10");
    for (int i = 0; i < 3; i++) {
      bench.tick();
    }
    assertThat(bench.read(CONTROL)).isEqualTo(1 << 2);
    assertThat(bench.units.units.getFirst().done).isZero();
  }

  @Test
  void aUnitWithInterruptsIsNotPolledAndItsInterruptIsClearedAfterItsAcknowledgement() {
    var bench = new Bench(() -> 2, AP_CTRL_CHAIN);
    bench.units.interrupts = true;
    bench.configure(PAGE, Configure.ERT | Configure.CU_ISR);
    assertThat(bench.units.units.getFirst().writes).containsExactly("4=1", "8=1");
    bench.units.units.getFirst().writes.clear();
    bench.start(1, PAGE, 0, 1);
    bench.step();
    int reads = bench.units.reads;
    bench.step();
    bench.tick();
    assertThat(bench.units.reads).isEqualTo(reads);
    bench.tick();
    assertThat(bench.units.units.getFirst().writes).containsExactly("10=1", "0=1", "0=10", "c=0");
    assertThat(bench.read(CONTROL)).isEqualTo(1 << 1);
  }

  @Test
  void aUnitThatIsNeverStartedRefusesCommands() {
    var bench = configured(() -> 1, AP_CTRL_NONE);
    bench.start(1, PAGE, 0, 1);
    bench.step();
    assertThat(bench.state(1, PAGE)).isEqualTo(CommandState.ERROR);
    assertThat(bench.read(CONTROL)).as("the host is told").isEqualTo(1 << 1);
    assertThat(bench.scheduler.lastFailure()).contains("AP_CTRL_NONE");
  }

  @Test
  void aCommandForAUnitThatIsNotThereEndsAsAnError() {
    var bench = configured(() -> 1, AP_CTRL_HS);
    bench.start(1, PAGE, 1, 1);
    bench.start(2, PAGE, -1, 1);
    bench.start(3, PAGE, 0, 1);
    bench.step();
    assertThat(bench.state(1, PAGE)).isEqualTo(CommandState.ERROR);
    assertThat(bench.scheduler.lastFailure()).contains("no compute unit 4294967295; 1 are");
    assertThat(bench.state(3, PAGE)).as("others go on").isEqualTo(CommandState.RUNNING);
  }

  @Test
  void aRegisterMapBeyondTheUnitIsRefusedBeforeAnythingIsWritten() {
    var bench = configured(() -> 1, AP_CTRL_HS);
    bench.write(QUEUE + PAGE + 4, 0, 0x10, 1, 0x1000, 2);
    bench.write(QUEUE + PAGE, Header.of(Opcode.START_KEY_VAL, CommandType.CU, 5));
    bench.step();
    assertThat(bench.state(1, PAGE)).isEqualTo(CommandState.ERROR);
    assertThat(bench.units.units.getFirst().writes).isEmpty();
    assertThat(bench.scheduler.lastFailure()).contains("0x1000");
  }

  @Test
  void pairsOfOffsetAndValueAreWrittenAndTheUnitStarted() {
    var bench = configured(() -> 1, AP_CTRL_HS);
    bench.write(QUEUE + PAGE + 4, 0, 0x10, 42, 0x34, 4);
    bench.write(QUEUE + PAGE, Header.of(Opcode.START_KEY_VAL, CommandType.CU, 5));
    bench.write(QUEUE + 2 * PAGE + 4, 0, 0, 0, 0, 0, 0, 0, 0x1c, 9);
    bench.write(QUEUE + 2 * PAGE, Header.of(Opcode.EXEC_WRITE, CommandType.CU, 9));
    bench.step();
    bench.tick();
    assertThat(bench.units.units.getFirst().writes)
        .containsExactly("10=2a", "34=4", "0=1", "1c=9", "0=1");
  }

  @Test
  void initializationWritesRegistersWithoutAStartAndSetsATimeout() {
    var bench = configured(() -> 1000, AP_CTRL_HS);
    bench.write(QUEUE + PAGE + 4, 50, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 77);
    bench.write(QUEUE + PAGE, Header.of(Opcode.INIT_CU, CommandType.CU, 14));
    bench.step();
    assertThat(bench.state(1, PAGE)).isEqualTo(CommandState.COMPLETED);
    assertThat(bench.units.units.getFirst().writes).containsExactly("10=4d");

    bench.start(2, PAGE, 0, 1);
    bench.step();
    bench.now += 50_000;
    bench.step();
    assertThat(bench.state(2, PAGE)).isEqualTo(CommandState.RUNNING);
    bench.now += 1;
    bench.step();
    assertThat(bench.state(2, PAGE)).isEqualTo(CommandState.TIMEOUT);
    bench.start(3, PAGE, 0, 2);
    bench.step();
    assertThat(bench.units.units.getFirst().executed).as("still busy").containsExactly(1);
  }

  @Test
  void anAbortEndsWhatWaitsAndGivesUpWhatRuns() {
    var bench = configured(() -> 2, AP_CTRL_HS);
    bench.start(1, PAGE, 0, 1);
    bench.start(2, PAGE, 0, 2);
    bench.start(3, PAGE, 0, 3);
    bench.step();
    for (int slot = 1; slot <= 2; slot++) {
      bench.write(QUEUE + 4, slot, 0);
      bench.write(QUEUE, Header.of(Opcode.ABORT, CommandType.CTRL, 2));
      bench.step();
      assertThat(bench.state(slot, PAGE)).isEqualTo(CommandState.ABORT);
      assertThat(bench.state(0, PAGE)).isEqualTo(CommandState.COMPLETED);
    }
    bench.tick();
    bench.tick();
    assertThat(bench.units.units.getFirst().executed).containsExactly(1, 3);
    bench.tick();
    bench.tick();
    assertThat(bench.read(CONTROL)).isEqualTo(0b1111);
    assertThat(bench.state(1, PAGE)).isEqualTo(CommandState.ABORT);
  }

  @Test
  void statisticsTellVersionSlotsUnitsExecutionsBusyUnitsAndStates() {
    var bench = configured(() -> 2, AP_CTRL_HS, AP_CTRL_HS);
    bench.start(1, PAGE, 1, 1);
    bench.step();
    bench.write(QUEUE, Header.of(Opcode.CU_STAT, CommandType.CTRL, 0));
    bench.step();

    int[] words = new int[CuStat.words(16, 2)];
    for (int i = 0; i < words.length; i++) {
      words[i] = bench.read(QUEUE + 4 + 4L * i);
    }
    assertThat(words).startsWith(0x51a10000, Firmware.BUILD, 16, 2, 0, 1, 0, 1);
    assertThat(words[CuStat.slotAt(2, 1)]).isEqualTo(CommandState.RUNNING.number());
    assertThat(Header.count(bench.read(QUEUE))).isEqualTo(words.length);
  }

  @Test
  void copiesGoThroughTheDmaKernelInBlocks() {
    var bench = configured(() -> 1, AP_CTRL_HS);
    long at = QUEUE + PAGE;
    bench.write(at + 4, 0, 0, 0, 0, 0, 0, 0, 0, 0x1000, 4, 0, 0x2000, 4, 0, 128, 0);
    int header = Header.withExtraMasks(Header.of(Opcode.START_COPYBO, CommandType.CU, 16), 3);
    bench.write(at, header);
    bench.step();
    assertThat(bench.copies).containsExactly("400001000>400002000:128");
    bench.write(at + 4 + 4 * 14, 100);
    bench.write(at, header);
    bench.step();
    assertThat(bench.state(1, PAGE)).isEqualTo(CommandState.ERROR);
    assertThat(bench.copies).hasSize(1);
  }

  @Test
  void afterExitNothingIsTakenAnyMore() {
    var bench = configured(() -> 1, AP_CTRL_HS);
    bench.write(QUEUE, Header.of(Opcode.EXIT, CommandType.CTRL, 0));
    bench.step();
    assertThat(bench.read(CONTROL)).isEqualTo(1);
    bench.start(1, PAGE, 0, 1);
    bench.step();
    assertThat(bench.state(1, PAGE)).isEqualTo(CommandState.NEW);
  }

  @Test
  void aUnitThatReadsAllOnesHasCrashedAndTakesNothingMore() {
    var bench = configured(() -> 5, AP_CTRL_HS, AP_CTRL_HS);
    bench.start(1, PAGE, 0, 1);
    bench.start(2, PAGE, 0, 2);
    bench.start(3, PAGE, 1, 3);
    bench.step();
    bench.units.units.getFirst().dead = true;
    bench.step();
    bench.start(4, PAGE, 0, 4);
    bench.step();
    for (int slot : new int[] {1, 2, 4}) {
      assertThat(bench.state(slot, PAGE)).as("slot %d", slot).isEqualTo(CommandState.ERROR);
    }
    assertThat(bench.state(3, PAGE)).isEqualTo(CommandState.RUNNING);
  }

  @Test
  void aBusThatDoesNotAnswerEndsTheCommandsOfItsUnitOnly() {
    var bench = configured(() -> 5, AP_CTRL_HS, AP_CTRL_HS);
    bench.start(1, PAGE, 0, 1);
    bench.start(2, PAGE, 1, 1);
    bench.step();
    bench.units.units.getFirst().broken = true;
    bench.step();
    assertThat(bench.state(1, PAGE)).isEqualTo(CommandState.ERROR);
    assertThat(bench.state(2, PAGE)).isEqualTo(CommandState.RUNNING);
    assertThat(bench.scheduler.lastFailure()).contains("does not answer");
  }

  @Test
  void theInterruptIsSentOnlyIfTheHostEnabledIt() {
    var bench = configured(() -> 1, AP_CTRL_HS);
    bench.start(1, PAGE, 0, 1);
    bench.step();
    bench.tick();
    assertThat(bench.scheduler.awaitInterrupt(0, Duration.ZERO)).isZero();
    bench.write(CONTROL + 0x100, 1);
    bench.start(2, PAGE, 0, 1);
    bench.step();
    bench.tick();
    assertThat(bench.scheduler.awaitInterrupt(0, Duration.ofSeconds(5))).isEqualTo(1);
    assertThat(bench.scheduler.awaitInterrupt(1, Duration.ZERO)).as("known").isEqualTo(1);
    assertThat(bench.messages).isEqualTo(1);
    assertThat(bench.read(CONTROL)).isEqualTo(0b110);
  }

  @Test
  void aDoorbellIsTakenWithItsSlot() {
    var bench = configured(() -> 1, AP_CTRL_HS);
    bench.start(1, PAGE, 0, 1);
    bench.write(CONTROL + 0x58, 1 << 1);
    bench.step();
    assertThat(bench.read(CONTROL + 0x58)).isZero();
    bench.tick();
    bench.write(CONTROL + 0x58, 1 << 1);
    bench.step();
    assertThat(bench.units.units.getFirst().executed).as("no second time").hasSize(1);
  }

  @Test
  void configurationsThatDoNotFitAreErrors() {
    var bench = new Bench(() -> 1, AP_CTRL_HS);
    bench.write(QUEUE + 4, PAGE, 1, 16, 0, 1, 0x1230000);
    bench.write(QUEUE, Header.of(Opcode.CONFIGURE, CommandType.CTRL, 6));
    bench.step();
    assertThat(bench.state(0, PAGE)).isEqualTo(CommandState.ERROR);
    assertThat(bench.scheduler.lastFailure()).contains("0x1230000");
    assertThat(bench.read(CONTROL)).isEqualTo(1);
  }

  /** As XRT lists a unit of a stream that runs by itself, before or between the others. */
  @Test
  void aUnitWithoutRegistersHasAnIndexAndCannotBeStarted() {
    var bench = new Bench(() -> 1, AP_CTRL_HS);
    int first = (int) bench.units.base(0);
    bench.write(QUEUE + 4, PAGE, 2, 16, 0, Configure.ERT, 0xffff_ffff, first);
    bench.write(QUEUE, Header.of(Opcode.CONFIGURE, CommandType.CTRL, 7));
    bench.step();
    assertThat(bench.state(0, PAGE)).isEqualTo(CommandState.COMPLETED);
    assertThat(bench.read(CONTROL)).isEqualTo(1);
    bench.start(1, PAGE, 0, 10);
    bench.start(2, PAGE, 1, 20);
    bench.step();
    bench.tick();
    assertThat(bench.state(1, PAGE)).isEqualTo(CommandState.ERROR);
    assertThat(bench.scheduler.lastFailure())
        .contains("compute unit 0")
        .contains("cannot be started");
    assertThat(bench.state(2, PAGE)).isEqualTo(CommandState.COMPLETED);
    assertThat(bench.units.units.getFirst().executed).containsExactly(20);
  }

  @Test
  void everySlotThatIsTakenEndsUnderRandomPackets() {
    long seed = 99;
    var random = new Random(seed);
    var bench = configured(() -> 1, AP_CTRL_HS, AP_CTRL_CHAIN, AP_CTRL_NONE);
    for (int round = 0; round < 5_000; round++) {
      int slot = 1 + random.nextInt(15);
      int words = random.nextInt(40);
      for (int i = 0; i < words; i++) {
        int value = random.nextBoolean() ? random.nextInt(64) : random.nextInt();
        bench.write(QUEUE + (long) slot * PAGE + 4 + 4L * i, value);
      }
      // Not EXIT, after which nothing is taken.
      int opcode = random.nextInt(32);
      int header = 1 | (random.nextInt(40) << 12) | ((opcode == 3 ? 4 : opcode) << 23);
      bench.write(QUEUE + (long) slot * PAGE, header | (random.nextInt(4) << 10));
      bench.step();
      bench.tick();
      bench.tick();
      assertThat(bench.state(slot, PAGE).isFinal())
          .as("seed %d round %d opcode %d: %s", seed, round, opcode, bench.state(slot, PAGE))
          .isTrue();
      assertThat(bench.read(CONTROL) & (1 << slot)).as("round %d", round).isNotZero();
    }
  }

  private static Bench configured(IntSupplier latency, ControlProtocol... protocols) {
    var bench = new Bench(latency, protocols);
    bench.configure(PAGE, Configure.ERT);
    return bench;
  }
}
