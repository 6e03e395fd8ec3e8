package dev.backplane.xrt.card;

import static dev.backplane.xrt.card.TestCard.DEADLINE;
import static dev.backplane.xrt.card.TestCard.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Images;
import dev.backplane.api.Kernel;
import dev.backplane.api.LoadOption;
import dev.backplane.api.Memory;
import dev.backplane.api.Placement;
import dev.backplane.api.Registers;
import dev.backplane.api.xrt.Commands;
import dev.backplane.api.xrt.UnitReservations;
import dev.backplane.api.xrt.UnitReservations.Sharing;
import dev.backplane.xclbin.ert.Abort;
import dev.backplane.xclbin.ert.CommandState;
import dev.backplane.xclbin.ert.CommandType;
import dev.backplane.xclbin.ert.CuStat;
import dev.backplane.xclbin.ert.Header;
import dev.backplane.xclbin.ert.Opcode;
import dev.backplane.xclbin.ert.Packet;
import dev.backplane.xclbin.ert.StartCopy;
import dev.backplane.xclbin.ert.StartCu;
import dev.backplane.xclbin.ert.Timestamps;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands as packets of the embedded runtime, with and without an embedded scheduler. */
@ParameterizedClass
@ValueSource(strings = {"host", "ert", "ert-30"})
final class CommandsTest {
  private static final int SPIN = 2;
  private static final int BROKEN = 5;
  private static final Duration NOW = Duration.ZERO;

  private final TestCard card;
  private final boolean embedded;
  private UnitReservations contexts;
  private Commands commands;
  private Memory memory;
  private Kernel vadd;
  private Buffer a;
  private Buffer b;
  private Buffer c;

  CommandsTest(String mode) {
    card = TestCard.inMode(mode);
    embedded = !mode.equals("host");
  }

  @BeforeEach
  void load() {
    vadd = card.kernel("vadd");
    contexts = card.facet(UnitReservations.class);
    commands = card.facet(Commands.class);
    memory = card.facet(Memory.class);
    a = vadd.buffer("a", 8).write(1, 2).sync();
    b = vadd.buffer("b", 8).write(10, 20).sync();
    c = vadd.buffer("c", 8);
  }

  @AfterEach
  void close() {
    card.close();
  }

  private Buffer packet() {
    return memory.allocate(4096, Placement.of(Placement.Kind.COMMAND));
  }

  private static Packet at(Buffer buffer) {
    return new Packet().over(buffer.host(), 0);
  }

  private static CommandState state(Buffer buffer) {
    return Objects.requireNonNull(at(buffer).state());
  }

  /** A packet that adds two numbers on the units of a mask. */
  private Buffer start(int mask) {
    Buffer buffer = packet();
    Packet packet = at(buffer);
    int header = StartCu.encode(packet, mask, 14);
    StartCu.argument(packet, 0x10, a.address());
    StartCu.argument(packet, 0x1c, b.address());
    StartCu.argument(packet, 0x28, c.address());
    StartCu.argument(packet, 0x34, 2);
    StartCu.publish(packet, header);
    return buffer;
  }

  /** A packet that starts a kernel with one pointer. */
  private Buffer startOther(int unit) {
    Buffer buffer = packet();
    Packet packet = at(buffer);
    int header = StartCu.encode(packet, 1 << unit, 6);
    StartCu.argument(packet, 0x10, a.address());
    StartCu.publish(packet, header);
    return buffer;
  }

  private void awaitAll(int count) {
    for (int i = 0; i < count; i++) {
      assertThat(commands.await(DEADLINE)).as("end of command %d", i).isTrue();
    }
  }

  private int[] sums() {
    return c.syncBack().read(new int[2]);
  }

  @Test
  void aStartWritesTheRegisterMapAndExecutes() {
    contexts.open(0, Sharing.SHARED);
    Buffer packet = start(1);

    commands.submit(packet);
    awaitAll(1);

    assertThat(state(packet)).isEqualTo(CommandState.COMPLETED);
    assertThat(sums()).containsExactly(11, 22);
    assertThat(contexts.units().getFirst().usage()).isEqualTo(1);
  }

  @Test
  void pairsOfOffsetAndValueAreWrittenInTheirOrder() {
    contexts.open(0, Sharing.SHARED);
    Buffer buffer = packet();
    Packet packet = at(buffer);
    int[] pairs = {
      0x10, (int) a.address(), 0x14, (int) (a.address() >>> 32),
      0x1c, (int) b.address(), 0x20, (int) (b.address() >>> 32),
      0x28, (int) c.address(), 0x2c, (int) (c.address() >>> 32),
      0x34, 1, 0x34, 2
    };
    packet.word(0, 1);
    for (int i = 0; i < pairs.length; i++) {
      packet.word(1 + i, pairs[i]);
    }
    packet.header(Header.of(Opcode.START_KEY_VAL, CommandType.DEFAULT, 1 + pairs.length));

    commands.submit(buffer);
    awaitAll(1);

    assertThat(state(buffer)).isEqualTo(CommandState.COMPLETED);
    assertThat(sums()).containsExactly(11, 22);
  }

  @Test
  void thePacketIsCopiedAndOnlyItsStateIsWritten() {
    contexts.open(SPIN, Sharing.SHARED);
    Buffer spinning = startOther(SPIN);
    contexts.open(0, Sharing.SHARED);
    Buffer packet = start(1);
    commands.submit(spinning);
    commands.submit(packet, spinning);
    at(packet).word(0, 0xdead);

    assertThat(commands.abort(spinning)).isTrue();
    awaitAll(2);

    assertThat(state(spinning)).isEqualTo(CommandState.ABORT);
    assertThat(state(packet)).isEqualTo(CommandState.ERROR);
    assertThat(at(packet).word(0)).isEqualTo(0xdead);
  }

  @Test
  void aCommandWaitsForThoseBeforeIt() {
    contexts.open(0, Sharing.SHARED);
    contexts.open(1, Sharing.SHARED);
    Buffer first = start(1);
    Buffer second = start(2);
    commands.submit(first);
    commands.submit(second, first);
    awaitAll(2);

    assertThat(state(second)).isEqualTo(CommandState.COMPLETED);
    assertThat(commands.await(NOW)).isFalse();
  }

  @Test
  void theUnitThatWasUsedLeastIsTaken() {
    contexts.open(0, Sharing.SHARED);
    contexts.open(1, Sharing.SHARED);
    for (int i = 0; i < 4; i++) {
      Buffer packet = start(3);
      commands.submit(packet);
      awaitAll(1);
      packet.close();
    }

    assertThat(contexts.units().get(0).usage()).isEqualTo(2);
    assertThat(contexts.units().get(1).usage()).isEqualTo(2);
  }

  @Test
  void aFailedExecutionIsAnError() {
    contexts.open(BROKEN, Sharing.SHARED);
    Buffer packet = startOther(BROKEN);
    commands.submit(packet);
    awaitAll(1);

    assertThat(state(packet)).isEqualTo(CommandState.ERROR);
  }

  @Test
  void anAbortPacketEndsAnotherCommand() {
    contexts.open(SPIN, Sharing.SHARED);
    Buffer spinning = startOther(SPIN);
    commands.submit(spinning);
    Buffer abort = packet();
    Abort.encode(at(abort), commands.handle(spinning));

    commands.submit(abort);
    awaitAll(2);

    assertThat(state(abort)).isEqualTo(CommandState.COMPLETED);
    assertThat(state(spinning)).isEqualTo(CommandState.ABORT);
  }

  @Test
  void aCopyMovesBytesOnTheDevice() {
    contexts.openVirtual();
    Buffer from = memory.allocate(128, 0).write(7, 8).sync();
    Buffer to = memory.allocate(128, 0);
    Buffer copy = packet();
    Packet packet = at(copy);
    StartCopy.encode(packet, 0, 64, 64);
    int header = packet.header();
    packet.word(10, (int) commands.handle(from));
    packet.word(13, (int) commands.handle(to));
    packet.header(header);
    assertThat(StartCopy.sourceHandle(packet)).isEqualTo((int) commands.handle(from));
    assertThat(StartCopy.targetHandle(packet)).isEqualTo((int) commands.handle(to));

    commands.submit(copy);
    awaitAll(1);

    assertThat(state(copy)).isEqualTo(CommandState.COMPLETED);
    int[] words = to.syncBack().read(new int[32]);
    assertThat(words[16]).isEqualTo(7);
    assertThat(words[17]).isEqualTo(8);
  }

  @Test
  void statisticsAreAnsweredInThePacket() {
    contexts.open(0, Sharing.SHARED);
    commands.submit(start(1));
    awaitAll(1);
    Buffer question = packet();
    at(question).header(Header.of(Opcode.CU_STAT, CommandType.CTRL, 0));

    commands.submit(question);
    awaitAll(1);

    Packet answer = at(question);
    assertThat(answer.word(CuStat.executionsAt(0))).isEqualTo(1);
    assertThat(CuStat.units(answer)).isEqualTo(6);
  }

  @Test
  void timestampsFollowThePayloadIfAskedFor() {
    contexts.open(0, Sharing.SHARED);
    Buffer packet = start(1);
    at(packet).header(Header.withStatistics(at(packet).header()));
    commands.submit(packet);
    awaitAll(1);

    long queued = Timestamps.get(at(packet), CommandState.QUEUED);
    long completed = Timestamps.get(at(packet), CommandState.COMPLETED);
    assertThat(completed - queued).isPositive();
    long running = Timestamps.get(at(packet), CommandState.RUNNING);
    assertThat(running).isBetween(queued, completed);
    if (embedded) {
      assertThat(Timestamps.get(at(packet), CommandState.SUBMITTED)).isBetween(queued, running);
    }
  }

  @Test
  void theChecksComeInTheOrderOfTheScheduler() {
    Buffer plain = memory.allocate(4096, 0);
    Buffer closed = packet();
    closed.close();
    assertThat(refuses(ErrorCode.INVALID_ARGUMENT, () -> commands.submit(closed)))
        .hasMessageContaining("context");
    contexts.openVirtual();
    refuses(ErrorCode.NO_SUCH_BUFFER, () -> commands.submit(closed));
    assertThat(refuses(ErrorCode.INVALID_ARGUMENT, () -> commands.submit(plain)))
        .hasMessageContaining("COMMAND");
    Buffer small = memory.allocate(64, Placement.of(Placement.Kind.COMMAND));
    refuses(ErrorCode.INVALID_ARGUMENT, () -> commands.submit(small));
    Buffer nonsense = packet();
    at(nonsense).header(0x0080_0001);
    refuses(ErrorCode.INVALID_ARGUMENT, () -> commands.submit(nonsense));
    assertThat(refuses(ErrorCode.INVALID_ARGUMENT, () -> commands.submit(start(1))))
        .hasMessageContaining("vadd_1");
    assertThat(refuses(ErrorCode.INVALID_ARGUMENT, () -> commands.submit(start(1 << 30))))
        .hasMessageContaining("no compute unit");
  }

  @ParameterizedTest
  @CsvSource({
    "user_managed, BUSY, manages it himself",
    "ap_ctrl_none, INVALID_ARGUMENT, never started"
  })
  void aUnitWithoutAStartIsUsedByItsRegistersAlone(String protocol, ErrorCode code, String why) {
    card.facet(Images.class)
        .load(TestImages.image(kernel -> kernel.protocol(protocol), ip -> ip), LoadOption.FORCE);
    contexts.open(0, Sharing.EXCLUSIVE);
    Kernel kernel = card.facet(Images.class).loaded().orElseThrow().kernel("vadd");

    assertThat(refuses(code, () -> commands.submit(start(1)))).hasMessageContaining(why);
    refuses(ErrorCode.NOT_SUPPORTED, () -> kernel.start(a, b, c, 1));
    Registers registers = card.facet(Registers.class);
    registers.write32(0x1800034, 5);
    assertThat(registers.read32(0x1800034)).isEqualTo(5);
  }

  @Test
  void aPacketInFlightIsNeitherSubmittedAgainNorClosed() {
    contexts.open(SPIN, Sharing.SHARED);
    Buffer spinning = startOther(SPIN);
    commands.submit(spinning);

    refuses(ErrorCode.IN_USE, () -> commands.submit(startAgain(spinning)));
    refuses(ErrorCode.IN_USE, spinning::close);
    commands.abort(spinning);
    awaitAll(1);
    spinning.close();
  }

  private static Buffer startAgain(Buffer packet) {
    Packet view = at(packet);
    view.state(CommandState.NEW);
    return packet;
  }

  @Test
  void aPacketThatIsNotInFlightCannotBeAborted() {
    contexts.openVirtual();
    assertThat(commands.abort(packet())).isFalse();
  }

  @Test
  void theImageStaysWhileACommandNeedsIt() {
    contexts.open(SPIN, Sharing.SHARED);
    Buffer spinning = startOther(SPIN);
    commands.submit(spinning);

    refuses(
        ErrorCode.IN_USE,
        () -> card.facet(Images.class).load(TestImages.image(), LoadOption.FORCE));
    commands.abort(spinning);
    awaitAll(1);
  }

  @Test
  void moreThanEightDependenciesAreRefused() {
    contexts.open(0, Sharing.SHARED);
    Buffer[] nine = new Buffer[9];
    Arrays.setAll(nine, i -> packet());

    refuses(ErrorCode.INVALID_ARGUMENT, () -> commands.submit(start(1), nine));
  }
}
