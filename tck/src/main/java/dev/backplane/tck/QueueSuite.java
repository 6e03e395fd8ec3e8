package dev.backplane.tck;

import dev.backplane.api.Argument;
import dev.backplane.api.Buffer;
import dev.backplane.api.Event;
import dev.backplane.api.Kernel;
import dev.backplane.api.Launch;
import dev.backplane.api.Memory;
import dev.backplane.api.Queue;
import dev.backplane.api.Queues;
import dev.backplane.api.UserEvent;
import dev.backplane.api.spi.DriverDevice;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;

/** What suites about queues share. */
abstract class QueueSuite extends Conformance {
  static final int BYTES = 4096;
  static final Duration SOON = Duration.ofMillis(20);

  private @Nullable DriverDevice device;
  private @Nullable Queues queues;

  QueueSuite() {}

  @BeforeEach
  void openDevice() {
    device = rig().open();
    queues = rig().facet(device, Queues.class);
    rig().prepare(device);
  }

  final Queues queues() {
    if (queues == null) {
      throw new IllegalStateException("no test is running");
    }
    return queues;
  }

  final DriverDevice device() {
    if (device == null) {
      throw new IllegalStateException("no test is running");
    }
    return device;
  }

  final Queue queue() {
    return rig().keep(queues().queue());
  }

  final UserEvent gate() {
    return rig().keep(queues().userEvent());
  }

  final Kernel kernel() {
    return rig().kernel(device(), rig().testCase());
  }

  final TestKernel ready() {
    return rig().ready(kernel(), rig().testCase());
  }

  /** A launch of the registered work over one work item. */
  final Launch launch(TestKernel ready) {
    Launch launch = rig().keep(queues().launch(ready.kernel()));
    for (int i = 0; i < ready.values().size(); i++) {
      switch (ready.values().get(i)) {
        case Buffer buffer -> launch.set(i, buffer);
        case Float number -> launch.set(i, number);
        case Double number -> launch.set(i, number);
        case Long number -> launch.set(i, number);
        case Number number -> launch.set(i, number.intValue());
        default -> throw new AssertionError("the kit sets no " + ready.values().get(i));
      }
    }
    return launch.global(1);
  }

  final Buffer buffer() {
    return buffer(device());
  }

  final Buffer buffer(DriverDevice of) {
    Memory memory = rig().facet(of, Memory.class);
    return rig().keep(memory.allocate(BYTES, memory.banks().getFirst().index()));
  }

  final Buffer filled(int value) {
    Buffer buffer = buffer();
    int[] content = new int[BYTES / Integer.BYTES];
    java.util.Arrays.fill(content, value);
    return buffer.write(content).sync();
  }

  static int bufferArgument(Launch launch) {
    return launch.arguments().stream()
        .filter(argument -> argument.kind() == Argument.Kind.BUFFER)
        .findFirst()
        .orElseThrow()
        .index();
  }

  static MemorySegment ints(int... values) {
    return MemorySegment.ofArray(values);
  }

  static void done(Event event) {
    try (event) {
      event.await(Rig.DEADLINE);
    }
  }
}
