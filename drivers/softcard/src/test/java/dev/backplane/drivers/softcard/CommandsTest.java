package dev.backplane.drivers.softcard;

import static dev.backplane.drivers.softcard.TestCard.DEADLINE;
import static dev.backplane.drivers.softcard.TestCard.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.Commands;
import dev.backplane.api.Contexts;
import dev.backplane.api.Contexts.Sharing;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Kernel;
import dev.backplane.xclbin.ert.CommandState;
import dev.backplane.xclbin.ert.Packet;
import dev.backplane.xclbin.ert.StartCu;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Commands as packets: the checks of submitting, and what comes of them. */
final class CommandsTest {
  private final TestCard card = new TestCard();
  private final Kernel vadd = card.kernel("vadd");
  private final Commands commands = card.facet(Commands.class);
  private final Contexts contexts = card.facet(Contexts.class);
  private final Buffer a = vadd.buffer("a", 64).write(1, 2).sync();
  private final Buffer b = vadd.buffer("b", 64).write(10, 20).sync();
  private final Buffer c = vadd.buffer("c", 64);

  @AfterEach
  void close() {
    card.close();
  }

  private Buffer command(long bytes) {
    return CommandBuffers.make(card, bytes);
  }

  private Buffer start(int mask) {
    Buffer buffer = command(4096);
    Packet packet = packet(buffer);
    int header = StartCu.encode(packet, mask, 16);
    StartCu.argument(packet, 0x10, a.address());
    StartCu.argument(packet, 0x1c, b.address());
    StartCu.argument(packet, 0x28, c.address());
    StartCu.argument(packet, 0x34, 2);
    StartCu.publish(packet, header);
    return buffer;
  }

  private Buffer startSpin(int unit) {
    Buffer buffer = command(4096);
    Packet packet = packet(buffer);
    int header = StartCu.encode(packet, 1 << unit, 6);
    StartCu.argument(packet, 0x10, a.address());
    StartCu.publish(packet, header);
    return buffer;
  }

  private static Packet packet(Buffer buffer) {
    return new Packet().over(buffer.host(), 0);
  }

  private int unit(String name) {
    return contexts.units().stream()
        .filter(unit -> unit.name().equals(name))
        .findFirst()
        .orElseThrow()
        .index();
  }

  @Test
  void aCommandComputesAndEachEndIsTakenOnce() {
    contexts.open(unit("vadd_1"), Sharing.SHARED);
    Buffer packet = start(0b11);
    commands.submit(packet);
    assertThat(commands.await(DEADLINE)).isTrue();
    assertThat(packet(packet).state()).isEqualTo(CommandState.COMPLETED);
    assertThat(c.syncBack().read(new int[2])).containsExactly(11, 22);
    assertThat(commands.await(Duration.ZERO)).isFalse();
    assertThat(contexts.units().get(unit("vadd_1")).usage()).isEqualTo(1);
    assertThat(contexts.units().get(unit("vadd_2")).usage()).isZero();
  }

  @Test
  void theChecksAreMadeInTheirOrder() {
    Buffer packet = start(1);
    assertThat(refuses(ErrorCode.INVALID_ARGUMENT, () -> commands.submit(packet)).getMessage())
        .contains("no open context");
    contexts.open(unit("vadd_1"), Sharing.SHARED);
    Buffer gone = command(4096);
    gone.close();
    refuses(ErrorCode.NO_SUCH_BUFFER, () -> commands.submit(gone));
    assertThat(refuses(ErrorCode.INVALID_ARGUMENT, () -> commands.submit(a)).getMessage())
        .contains("no command buffer");
    assertThat(
            refuses(ErrorCode.INVALID_ARGUMENT, () -> commands.submit(command(4096))).getMessage())
        .contains("state 0");
    assertThat(refuses(ErrorCode.INVALID_ARGUMENT, () -> commands.submit(start(2))).getMessage())
        .contains("no compute unit of the mask");
    refuses(ErrorCode.INVALID_ARGUMENT, () -> commands.submit(packet, packet));
  }

  @Test
  void anAbortedCommandEndsAsAbortedAndWhatDependsOnItAsAnError() {
    int spin = unit("spin_1");
    contexts.open(spin, Sharing.SHARED);
    contexts.open(unit("vadd_1"), Sharing.SHARED);
    Buffer endless = startSpin(spin);
    Buffer after = start(1);
    commands.submit(endless);
    commands.submit(after, endless);
    assertThat(commands.await(Duration.ofMillis(1))).isFalse();
    assertThat(packet(after).state()).isEqualTo(CommandState.QUEUED);
    assertThat(commands.abort(endless)).isTrue();
    assertThat(commands.await(DEADLINE)).isTrue();
    assertThat(commands.await(DEADLINE)).isTrue();
    assertThat(packet(endless).state()).isEqualTo(CommandState.ABORT);
    assertThat(packet(after).state()).isEqualTo(CommandState.ERROR);
    assertThat(commands.abort(endless)).isFalse();
  }
}
