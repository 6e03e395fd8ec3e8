package dev.backplane.xrt.card.ert;

import dev.backplane.xclbin.ControlProtocol;
import dev.backplane.xclbin.ert.CommandState;
import dev.backplane.xclbin.ert.CommandType;
import dev.backplane.xclbin.ert.Configure;
import dev.backplane.xclbin.ert.Header;
import dev.backplane.xclbin.ert.Opcode;
import dev.backplane.xclbin.ert.Packet;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.IntSupplier;

/** A scheduler whose firmware a test steps, with fake units, and a host of registers alone. */
final class Bench {
  static final long CONTROL = 0x18_0000;
  static final long QUEUE = 0x19_0000;

  final FakeUnits units;
  final EmbeddedScheduler scheduler;
  final List<String> copies = new ArrayList<>();
  long now;
  int messages;

  Bench(IntSupplier latency, ControlProtocol... protocols) {
    units = new FakeUnits(latency, protocols);
    scheduler =
        new EmbeddedScheduler(
            WindowLayout.LEGACY,
            units,
            (source, target, bytes) -> copies.add("%x>%x:%d".formatted(source, target, bytes)),
            () -> now,
            () -> messages++,
            work -> Thread.ofVirtual().unstarted(() -> {}));
  }

  int read(long offset) {
    return scheduler.read(offset);
  }

  void write(long offset, int... words) {
    for (int i = 0; i < words.length; i++) {
      scheduler.write(offset + 4L * i, words[i]);
    }
  }

  /** Configures, and takes the status bit of it. */
  void configure(int slotSize, int features) {
    Packet packet = new Packet().over(MemorySegment.ofArray(new int[200]), 0);
    int header = Configure.encode(packet, slotSize, units.count(), features);
    for (int unit = 0; unit < units.count(); unit++) {
      Configure.address(packet, unit, (int) units.base(unit), units.protocol(unit).number(), unit);
    }
    for (int word = 0; word < Header.count(header); word++) {
      write(QUEUE + 4 + 4L * word, packet.word(word));
    }
    write(QUEUE, header);
    step();
    if (read(CONTROL) != 1 || state(0, slotSize) != CommandState.COMPLETED) {
      throw new AssertionError("not configured: " + scheduler.lastFailure());
    }
  }

  /** Writes a start of a unit with one argument: index, register map, header last. */
  void start(int slot, int slotSize, int unit, int argument) {
    long at = QUEUE + (long) slot * slotSize;
    write(at + 4, unit);
    write(at + 8, 0, 0, 0, 0, argument);
    write(at, Header.of(Opcode.START_CU, CommandType.CU, 6));
  }

  CommandState state(int slot, int slotSize) {
    return Objects.requireNonNull(Header.state(read(QUEUE + (long) slot * slotSize)));
  }

  /** Steps until nothing moves on. */
  void step() {
    while (scheduler.step()) {
      // Goes on while there is something to do.
    }
  }

  /** Lets time pass and steps. */
  void tick() {
    List<Integer> ended = units.tick();
    if (units.interrupts) {
      ended.forEach(scheduler::unitInterrupt);
    }
    step();
  }
}
