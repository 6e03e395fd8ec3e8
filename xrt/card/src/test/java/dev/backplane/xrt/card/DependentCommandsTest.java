package dev.backplane.xrt.card;

import static dev.backplane.xrt.card.TestCard.DEADLINE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.Memory;
import dev.backplane.api.Placement;
import dev.backplane.api.Registers;
import dev.backplane.api.xrt.Commands;
import dev.backplane.api.xrt.UnitReservations;
import dev.backplane.api.xrt.UnitReservations.Sharing;
import dev.backplane.xclbin.ert.CommandState;
import dev.backplane.xclbin.ert.CommandType;
import dev.backplane.xclbin.ert.Header;
import dev.backplane.xclbin.ert.Opcode;
import dev.backplane.xclbin.ert.Packet;
import dev.backplane.xclbin.ert.StartCu;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands that wait for others, and what they may do when it is their turn. */
@ParameterizedClass
@ValueSource(strings = {"host", "ert"})
final class DependentCommandsTest {
  private static final int UNIT = 2;
  private static final long UNIT_BASE = 0x1920000;

  /** Ends when it is let go, or told to. */
  public static final class Held implements FunctionalKernel {
    static final Semaphore LET_GO = new Semaphore(0);

    /** Made by the card. */
    public Held() {}

    @Override
    public void execute(Call call) throws InterruptedException {
      LET_GO.acquire();
    }
  }

  private final TestCard card;
  private final Memory memory;
  private final Commands commands;

  DependentCommandsTest(String mode) {
    Held.LET_GO.drainPermits();
    card =
        new TestCard(
            TestCard.configInMode(mode).replace("JavaKernels$Spin", "DependentCommandsTest$Held"));
    card.load();
    card.facet(UnitReservations.class).open(UNIT, Sharing.SHARED);
    memory = card.facet(Memory.class);
    commands = card.facet(Commands.class);
  }

  @AfterEach
  void close() {
    card.close();
  }

  private Buffer buffer() {
    return memory.allocate(4096, Placement.of(Placement.Kind.COMMAND));
  }

  private static Packet at(Buffer buffer) {
    return new Packet().over(buffer.host(), 0);
  }

  private Buffer start() {
    Buffer buffer = buffer();
    Packet packet = at(buffer);
    StartCu.publish(packet, StartCu.encode(packet, 1 << UNIT, 6));
    return buffer;
  }

  /** Writes a register of the unit, without a start. */
  private Buffer initialise(int value) {
    Buffer buffer = buffer();
    Packet packet = at(buffer);
    int map = 9;
    packet.word(8, 1 << UNIT);
    packet.word(map + StartCu.CONTROL_WORDS, value);
    int header = Header.of(Opcode.INIT_CU, CommandType.CU, map + StartCu.CONTROL_WORDS + 1);
    packet.header(header);
    return buffer;
  }

  private void awaitAll(int count) {
    for (int i = 0; i < count; i++) {
      assertThat(commands.await(DEADLINE)).as("end of command %d", i).isTrue();
    }
  }

  @Test
  void aCommandMayAccessTheUnitWhoseThreadEndedTheOneBefore() {
    Buffer first = start();
    commands.submit(first);
    Buffer second = initialise(77);
    commands.submit(second, first);
    Held.LET_GO.release();
    awaitAll(2);
    assertThat(at(first).state()).isEqualTo(CommandState.COMPLETED);
    assertThat(at(second).state()).isEqualTo(CommandState.COMPLETED);
    assertThat(card.facet(Registers.class).read32(UNIT_BASE + 0x10)).isEqualTo(77);
  }

  @Test
  void aChainOfAnyLengthIsGoneThrough() {
    int length = 3000;
    List<Buffer> chain = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      Buffer next = i == 0 ? start() : buffer();
      if (i > 0) {
        at(next).header(Header.of(Opcode.EXIT, CommandType.CTRL, 0));
        commands.submit(next, chain.getLast());
      } else {
        commands.submit(next);
      }
      chain.add(next);
    }
    Held.LET_GO.release();
    awaitAll(length);
    assertThat(chain).allMatch(each -> at(each).state() == CommandState.COMPLETED);
  }

  @Test
  void aChainOfAnyLengthFailsWithItsFirst() {
    int length = 3000;
    List<Buffer> chain = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      Buffer next = start();
      if (chain.isEmpty()) {
        commands.submit(next);
      } else {
        commands.submit(next, chain.getLast());
      }
      chain.add(next);
    }
    commands.abort(chain.getFirst());
    awaitAll(length);
    assertThat(at(chain.getFirst()).state()).isEqualTo(CommandState.ABORT);
    assertThat(chain.subList(1, length)).allMatch(c -> at(c).state() == CommandState.ERROR);
  }
}
