package dev.backplane.xrt.card;

import static dev.backplane.xrt.card.TestCard.DEADLINE;
import static dev.backplane.xrt.card.TestCard.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.Images;
import dev.backplane.api.Kernel;
import dev.backplane.api.Management;
import dev.backplane.api.Program;
import dev.backplane.api.Registers;
import dev.backplane.api.Run;
import dev.backplane.api.RunState;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compute units with streams between them. */
final class LinkedUnitsTest {
  private static final int WORDS = 1000;

  private final TestCard card = new TestCard("{\"watchdog_cycles\": 20000}");

  @AfterEach
  void close() {
    card.close();
  }

  private Program load(Image image) {
    return card.facet(Images.class).load(image);
  }

  private static Buffer buffer(Kernel kernel, int... words) {
    return kernel.buffer("memory", 4L * Math.max(words.length, WORDS)).write(words).sync();
  }

  private static int[] counting() {
    return IntStream.range(0, WORDS).toArray();
  }

  private static void checkScaled(Buffer target) {
    assertThat(target.syncBack().read(new int[WORDS]))
        .isEqualTo(IntStream.range(0, WORDS).map(i -> 3 * i + 1).toArray());
  }

  private void runPipeline(Program program) {
    Kernel feeder = program.kernel("feeder");
    Kernel collector = program.kernel("collector");
    try (Buffer source = buffer(feeder, counting());
        Buffer target = buffer(collector)) {
      Run collecting = collector.start(target, WORDS);
      Run feeding = feeder.start(source, WORDS);
      assertThat(feeding.await(DEADLINE).cycles()).isGreaterThan(WORDS);
      assertThat(collecting.await(DEADLINE).cycles()).isGreaterThan(WORDS);
      checkScaled(target);
    }
  }

  @Test
  void aStreamGoesThroughAKernelThatRunsOnItsOwn() {
    Program program = load(StreamImages.pipeline());
    assertThat(program.kernel("feeder").arguments())
        .extracting("name")
        .containsExactly("memory", "n");
    for (int i = 0; i < 3; i++) {
      runPipeline(program);
    }
    refuses(ErrorCode.NOT_SUPPORTED, () -> program.kernel("scale").start());
    assertThat(card.facet(Management.class).report())
        .hasEntrySatisfying("unit feeder:feeder_1", text -> assertThat(text).startsWith("3 runs"));
  }

  @Test
  void linksAreReadFromTheSectionsOfTheContainerToo() {
    Program program = load(StreamImages.linkedBySections());
    assertThat(card.facet(dev.backplane.api.Memory.class).banks()).hasSize(1);
    runPipeline(program);
  }

  @Test
  void oneEndMayBeStartedLongBeforeTheOther() throws InterruptedException {
    Program program = load(StreamImages.pipeline());
    Kernel feeder = program.kernel("feeder");
    Kernel collector = program.kernel("collector");
    Run feeding = feeder.start(buffer(feeder, counting()), WORDS);
    // Many times the cycles of the watchdog, which waits for whoever starts the other end.
    Thread.sleep(200);
    assertThat(feeding.state()).isEqualTo(RunState.RUNNING);
    Buffer target = buffer(collector);
    collector.start(target, WORDS).await(DEADLINE);
    feeding.await(DEADLINE);
    checkScaled(target);
  }

  @Test
  void unitsThatAreAllStartedAndDoNotMoveAreCaughtByTheWatchdog() {
    try (TestCard slow = new TestCard("{\"latency\": 10000, \"watchdog_cycles\": 2000}")) {
      Program program = slow.facet(Images.class).load(StreamImages.pipeline());
      Kernel feeder = program.kernel("feeder");
      Kernel collector = program.kernel("collector");
      Run collecting = collector.start(buffer(collector), WORDS);
      Run feeding = feeder.start(buffer(feeder, counting()), WORDS);
      assertThat(refuses(ErrorCode.NO_PROGRESS, () -> feeding.await(DEADLINE)).getMessage())
          .contains("1 reads outstanding")
          .contains("in: T valid=0");
      refuses(ErrorCode.NO_PROGRESS, () -> collecting.await(DEADLINE));
      assertThat(slow.facet(Management.class).health()).isEqualTo(Management.Health.FAULTED);
    }
  }

  @Test
  void aFaultOfOneFailsAllAndAResetMakesThemUsable() {
    Program program = load(StreamImages.pipeline());
    Kernel feeder = program.kernel("feeder");
    Kernel collector = program.kernel("collector");
    Buffer small = collector.buffer("memory", 64);
    Run collecting = collector.start(small, WORDS);
    Run feeding = feeder.start(buffer(feeder, counting()), WORDS);
    BackplaneException fault = refuses(ErrorCode.ADDRESS_FAULT, () -> collecting.await(DEADLINE));
    assertThat(fault.getMessage()).contains("collector").contains("m_axi_gmem @cycle");
    refuses(ErrorCode.ADDRESS_FAULT, () -> feeding.await(DEADLINE));
    refuses(ErrorCode.DEVICE_FAULTED, () -> feeder.start(buffer(feeder, counting()), WORDS));
    card.facet(Management.class).reset();
    runPipeline(load(StreamImages.pipeline()));
  }

  @Test
  void cancellingOneCancelsThoseItIsLinkedWith() throws InterruptedException {
    try (TestCard slow = new TestCard("{\"latency\": 10000}")) {
      Program program = slow.facet(Images.class).load(StreamImages.pipeline());
      Kernel feeder = program.kernel("feeder");
      Kernel collector = program.kernel("collector");
      Run feeding = feeder.start(buffer(feeder, counting()), WORDS);
      Run collecting = collector.start(buffer(collector), WORDS);
      for (int i = 0;
          feeding.state() == RunState.QUEUED || collecting.state() == RunState.QUEUED;
          i++) {
        assertThat(i).isLessThan(10_000);
        Thread.sleep(1);
      }
      collecting.cancel();
      refuses(ErrorCode.CANCELLED, () -> collecting.await(DEADLINE));
      assertThat(refuses(ErrorCode.CANCELLED, () -> feeding.await(DEADLINE)).getMessage())
          .contains("that this one shares streams with");
      runPipeline(program);
    }
  }

  @Test
  void registersOfLinkedUnitsAnswer() {
    Program program = load(StreamImages.pipeline());
    Registers registers = card.facet(Registers.class);
    registers.write32(StreamImages.COLLECTOR + 0x1c, 77);
    assertThat(registers.read32(StreamImages.COLLECTOR + 0x1c)).isEqualTo(77);
    assertThat(registers.read32(StreamImages.FEEDER + 0x1c)).isZero();
    runPipeline(program);
    assertThat(registers.read32(StreamImages.COLLECTOR + 0x80)).as("packets").isOne();
  }

  @Test
  void closingEndsRunsOfLinkedUnits() {
    Program program = load(StreamImages.pipeline());
    Kernel feeder = program.kernel("feeder");
    Run feeding = feeder.start(buffer(feeder, counting()), WORDS);
    card.closeDevice();
    refuses(ErrorCode.CANCELLED, () -> feeding.await(DEADLINE));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[] | IMAGE_NOT_RUNNABLE | --stream-connect UNIT.PORT:collector_1.in --stream-connect"
            + " UNIT.PORT:scale_1.in --stream-connect feeder_1.out:UNIT.PORT",
        "[{'from': 'feeder_1.out', 'to': 'scale_9.in'}] | IMAGE_INVALID | 'scale_9' is not among",
        "[{'from': 'feeder_1.out', 'to': 'scale_1.up'}] | IMAGE_INVALID | no stream 'up'",
        "[{'from': 'scale_1.in', 'to': 'feeder_1.out'}] | IMAGE_NOT_RUNNABLE | gives no stream",
        "[{'from': 'feeder_1', 'to': 'scale_1.in'}] | IMAGE_INVALID | is not UNIT.PORT",
        "[{'from': 'feeder_1.out', 'to': 'scale_1.in'}, {'from': 'feeder_1.out', 'to':"
            + " 'collector_1.in'}] | IMAGE_INVALID | feeder_1.out is connected twice",
      })
  void connectionsThatAreWrongAreRefusedAtLoad(String links, ErrorCode code, String message) {
    BackplaneException error =
        refuses(code, () -> load(StreamImages.linked(links.replace('\'', '"'))));
    assertThat(error.getMessage()).contains(message);
  }
}
