package dev.backplane.xrt.card.ert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.xclbin.ControlProtocol;
import dev.backplane.xclbin.ert.CommandState;
import dev.backplane.xclbin.ert.Configure;
import dev.backplane.xclbin.ert.Header;
import dev.backplane.xclbin.ert.Packet;
import dev.backplane.xclbin.ert.StartCu;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** 128 slots, two units, latencies that differ. */
class FullQueueTest {
  @Test
  void everyCommandCompletesExactlyOnceAndNotInOrder() {
    long seed = 2022;
    var random = new Random(seed);
    var bench =
        new Bench(
            () -> 1 + random.nextInt(20), ControlProtocol.AP_CTRL_HS, ControlProtocol.AP_CTRL_HS);
    var host = new HostQueue(bench.scheduler);
    host.configure(bench.units, 512, Configure.ERT);
    bench.step();
    assertThat(host.poll(slot -> assertThat(slot).isZero())).isEqualTo(1);

    int commands = 20_000;
    var packet = new Packet().over(MemorySegment.ofArray(new int[16]), 0);
    int[] commandIn = new int[128];
    var completed = new BitSet();
    List<Integer> order = new ArrayList<>();
    int submitted = 0;
    int mostInFlight = 0;
    while (completed.cardinality() < commands) {
      boolean room = true;
      while (submitted < commands && room) {
        int header = StartCu.encode(packet, 0, 5);
        StartCu.argument(packet, 0x10, submitted);
        StartCu.publish(packet, header);
        int slot = host.submit(packet, random.nextInt(2));
        room = slot >= 0;
        if (room) {
          commandIn[slot] = submitted++;
        }
      }
      mostInFlight = Math.max(mostInFlight, submitted - completed.cardinality());
      bench.tick();
      host.poll(
          slot -> {
            int command = commandIn[slot];
            assertThat(completed.get(command)).as("seed %d: %d twice", seed, command).isFalse();
            assertThat(Header.state(host.header(slot))).isEqualTo(CommandState.COMPLETED);
            completed.set(command);
            order.add(command);
          });
    }

    // Slot 0 is for control commands.
    assertThat(mostInFlight).isEqualTo(127);
    assertThat(order).hasSize(commands).isNotEqualTo(order.stream().sorted().toList());
    List<Integer> executed = new ArrayList<>();
    bench.units.units.forEach(unit -> executed.addAll(unit.executed));
    assertThat(executed.stream().sorted().toList())
        .as("each executed once")
        .isEqualTo(order.stream().sorted().toList());
  }
}
