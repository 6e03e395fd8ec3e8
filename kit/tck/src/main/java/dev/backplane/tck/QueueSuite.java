package dev.backplane.tck;

import dev.backplane.api.Buffer;
import dev.backplane.api.Memory;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Queue;
import dev.backplane.api.QueueFlag;
import dev.backplane.api.Queues;
import dev.backplane.api.Signal;
import dev.backplane.api.spi.DriverDevice;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;

/** The common base of the suites about queues. */
abstract class QueueSuite extends RunSuite {
  static final int BYTES = 4096;
  static final Duration SOON = Duration.ofMillis(20);

  QueueSuite() {}

  @BeforeEach
  void prepareDevice() {
    rig().prepare(device());
  }

  final Queues queues() {
    return rig().facet(device(), Queues.class);
  }

  final Queue queue(QueueFlag... flags) {
    return rig().keep(queues().queue(flags));
  }

  /** A signal, which ends with the test at the latest, so that nothing waits for it then. */
  final Signal gate() {
    Signal gate = queues().signal();
    AutoCloseable end = gate::cancel;
    rig().keep(end);
    return gate;
  }

  final Buffer buffer() {
    return buffer(device());
  }

  final Buffer buffer(DriverDevice of) {
    Memory memory = rig().facet(of, Memory.class);
    return rig().keep(memory.allocate(BYTES, memory.banks().getFirst().index()));
  }

  final Buffer filled(int value) {
    int[] content = new int[BYTES / Integer.BYTES];
    Arrays.fill(content, value);
    return buffer().write(content).sync();
  }

  /** One more holder of the device, which is another device to the first. */
  final DriverDevice[] twoHolders() {
    rig().close(device());
    DriverDevice[] holders = new DriverDevice[2];
    for (int i = 0; i < holders.length; i++) {
      holders[i] = rig().open(rig().key(), OpenMode.SHARED);
      rig().prepare(holders[i]);
    }
    return holders;
  }

  static MemorySegment ints(int... values) {
    return MemorySegment.ofArray(values);
  }
}
