package dev.backplane.xrt.card;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.Kernel;
import dev.backplane.api.xrt.Commands;
import dev.backplane.api.xrt.UnitReservations;
import dev.backplane.api.xrt.UnitReservations.Sharing;
import dev.backplane.xclbin.ert.CommandState;
import dev.backplane.xclbin.ert.Packet;
import dev.backplane.xclbin.ert.StartCu;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** More commands than slots, on two units, for long: the heap does not grow. */
final class SoakTest {
  /** Twice as many as there are slots, so that all slots are full while the first are awaited. */
  private static final int IN_FLIGHT = 256;

  /** Less than a word for each command that is compared, in the shorter of the tests. */
  private static final long NOISE = 1 << 19;

  private static final int COLLECTIONS = 5;

  @ParameterizedTest
  @ValueSource(strings = {"host", "ert"})
  void aHundredThousandCommandsLeaveNothingBehind(String mode) {
    soak(mode, 20_000, 120_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"host", "ert"})
  @Tag("nightly")
  void tenMillionCommandsLeaveNothingBehindAfterTheFirstMillion(String mode) {
    soak(mode, 1_000_000, 10_000_000);
  }

  private static void soak(String mode, int first, int last) {
    String config =
        TestCard.configInMode(mode, "\"queue_slots\": 128")
            .replace("JavaKernels$Vadd", "ShortKernels$Vadd");
    try (TestCard card = new TestCard(config)) {
      List<Buffer> packets = packets(card, card.kernel("vadd"));
      UnitReservations contexts = card.facet(UnitReservations.class);
      contexts.open(0, Sharing.SHARED);
      contexts.open(1, Sharing.SHARED);
      Commands commands = card.facet(Commands.class);
      List<Packet> views = packets.stream().map(one -> new Packet().over(one.host(), 0)).toList();

      long begun = System.nanoTime();
      int done = execute(commands, packets, views, 0, first);
      long before = usedAfterCollection();
      done = execute(commands, packets, views, done, last);
      long after = usedAfterCollection();

      System.getLogger(SoakTest.class.getName())
          .log(
              System.Logger.Level.INFO,
              "%s: %d commands in %d ms; heap in use after %d: %d bytes, after all: %d bytes"
                  .formatted(
                      mode, done, (System.nanoTime() - begun) / 1_000_000, first, before, after));
      assertThat(contexts.units().subList(0, 2))
          .as("each unit does its half")
          .allSatisfy(unit -> assertThat(unit.usage()).isGreaterThan(last / 3));
      assertThat(after - before).as("growth from %d to %d", before, after).isLessThan(NOISE);
    }
  }

  private static List<Buffer> packets(TestCard card, Kernel vadd) {
    Buffer a = vadd.buffer("a", 8).write(1, 2).sync();
    Buffer b = vadd.buffer("b", 8).write(10, 20).sync();
    Buffer c = vadd.buffer("c", 8);
    List<Buffer> packets = new ArrayList<>();
    for (int i = 0; i < IN_FLIGHT; i++) {
      Buffer buffer = CommandBuffers.make(card, 4096);
      Packet packet = new Packet().over(buffer.host(), 0);
      int header = StartCu.encode(packet, 0b11, 14);
      StartCu.argument(packet, 0x10, a.address());
      StartCu.argument(packet, 0x1c, b.address());
      StartCu.argument(packet, 0x28, c.address());
      StartCu.argument(packet, 0x34, 2);
      StartCu.publish(packet, header);
      packets.add(buffer);
    }
    return packets;
  }

  private static int execute(
      Commands commands, List<Buffer> packets, List<Packet> views, int done, int until) {
    int count = done;
    while (count < until) {
      for (int i = 0; i < IN_FLIGHT; i++) {
        views.get(i).state(CommandState.NEW);
        commands.submit(packets.get(i));
      }
      for (int i = 0; i < IN_FLIGHT; i++) {
        if (!commands.await(TestCard.DEADLINE)) {
          throw new AssertionError("command %d of %d does not end".formatted(count, until));
        }
        count++;
      }
      for (Packet view : views) {
        if (view.state() != CommandState.COMPLETED) {
          throw new AssertionError(view);
        }
      }
    }
    return count;
  }

  /** The least of several looks: what others in this process leave is collected by then. */
  private static long usedAfterCollection() {
    MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < COLLECTIONS; i++) {
      memory.gc();
      least = Math.min(least, memory.getHeapMemoryUsage().getUsed());
    }
    return least;
  }
}
