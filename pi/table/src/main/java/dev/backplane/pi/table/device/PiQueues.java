package dev.backplane.pi.table.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Queue;
import dev.backplane.api.QueueFlag;
import dev.backplane.api.Queues;
import dev.backplane.api.Signal;
import dev.backplane.ffi.Slab;
import dev.backplane.pi.table.PiResult;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Queues and signals. */
final class PiQueues implements Queues {
  private static final int DEVICE_QUEUE_PROPERTIES = 0x102A;
  private static final long PROPERTY_FLAGS = -1;
  private static final long OUT_OF_ORDER = 1;
  private static final long PROFILING = 2;

  private final PiContext context;

  /** All hints, and what the device has. */
  private final Set<QueueFlag> flags = EnumSet.allOf(QueueFlag.class);

  PiQueues(PiContext context) {
    this.context = context;
    long properties = context.number(DEVICE_QUEUE_PROPERTIES, OUT_OF_ORDER | PROFILING);
    if ((properties & OUT_OF_ORDER) == 0) {
      flags.remove(QueueFlag.OUT_OF_ORDER);
    }
    if ((properties & PROFILING) == 0) {
      flags.remove(QueueFlag.PROFILING);
    }
  }

  @Override
  public Queue queue(QueueFlag... wanted) {
    Set<QueueFlag> all = Set.copyOf(List.of(wanted));
    if (!flags.containsAll(all)) {
      throw BackplaneException.because(
              ErrorCode.NOT_SUPPORTED, "queues of the device cannot have all of the flags " + all)
          .during("make queue")
          .remedy("Use flags of " + flags)
          .build();
    }
    return make(all);
  }

  PiQueue make(Set<QueueFlag> wanted) {
    long bits = 0;
    for (QueueFlag flag : wanted) {
      bits |=
          switch (flag) {
            case OUT_OF_ORDER -> OUT_OF_ORDER;
            case PROFILING -> PROFILING;
            case DISCARD_EVENTS -> 16;
            case PRIORITY_LOW -> 32;
            case PRIORITY_HIGH -> 64;
          };
    }
    if (wanted.contains(QueueFlag.PRIORITY_LOW) && wanted.contains(QueueFlag.PRIORITY_HIGH)) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT, "a queue has no priority that is both low and high")
          .during("make queue")
          .remedy("Leave one of the flags out")
          .build();
    }
    return new PiQueue(context, create(bits, wanted), wanted, false);
  }

  private long create(long bits, Set<QueueFlag> wanted) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment properties = frame.allocate(3 * Long.BYTES, Long.BYTES);
      properties.setAtIndex(ValueLayout.JAVA_LONG, 0, PROPERTY_FLAGS);
      properties.setAtIndex(ValueLayout.JAVA_LONG, 1, bits);
      properties.setAtIndex(ValueLayout.JAVA_LONG, 2, 0);
      MemorySegment queue = frame.allocate(Long.BYTES, Long.BYTES);
      int result =
          context.pi.queueCreate(
              context.handle, context.device, properties.address(), queue.address());
      if (result == PiResult.UNSUPPORTED_FEATURE) {
        result =
            context.pi.queueCreateWithFlags(context.handle, context.device, bits, queue.address());
      }
      context.results.check(result, "make queue", "flags " + wanted);
      return queue.get(ValueLayout.JAVA_LONG, 0);
    }
  }

  @Override
  public Set<QueueFlag> flags() {
    return Set.copyOf(flags);
  }

  @Override
  public Signal signal() {
    long event =
        context.make("make signal", "", out -> context.pi.userEventCreate(context.handle, out));
    return context.loose().add(new PiSignal(context, event));
  }

  @Override
  public MemorySegment hostMemory(long bytes) {
    return context.hostMemory(bytes);
  }

  @Override
  public Clocks clocks() {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment times = frame.allocate(2 * Long.BYTES, Long.BYTES);
      context.results.check(
          context.pi.getDeviceAndHostTimer(
              context.device, times.address(), times.address() + Long.BYTES),
          "clocks");
      return new Clocks(
          times.getAtIndex(ValueLayout.JAVA_LONG, 0), times.getAtIndex(ValueLayout.JAVA_LONG, 1));
    }
  }
}
