package dev.backplane.pi.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.DeviceLimits;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Kernel;
import dev.backplane.api.Launch;
import dev.backplane.api.Queue;
import dev.backplane.api.QueueFlag;
import dev.backplane.api.Queues;
import dev.backplane.api.UserEvent;
import dev.backplane.driverkit.BufferChecks;
import dev.backplane.ffi.Slab;
import dev.backplane.pi.PiResult;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/** Queues, launches and events of the program. */
final class PiQueues implements Queues {
  private static final long PROPERTY_FLAGS = -1;
  private static final int DEVICE_MAX_COMPUTE_UNITS = 0x1002;
  private static final int DEVICE_IMAGE2D_MAX_WIDTH = 0x1011;
  private static final int DEVICE_IMAGE2D_MAX_HEIGHT = 0x1012;
  private static final int DEVICE_IMAGE3D_MAX_WIDTH = 0x1013;
  private static final int DEVICE_IMAGE3D_MAX_HEIGHT = 0x1014;
  private static final int DEVICE_IMAGE3D_MAX_DEPTH = 0x1015;
  private static final int DEVICE_IMAGE_SUPPORT = 0x1016;

  private final Session session;

  PiQueues(Session session) {
    this.session = session;
  }

  @Override
  public Queue queue(QueueFlag... flags) {
    return make(Set.of(flags));
  }

  PiQueue make(Set<QueueFlag> flags) {
    long bits = 0;
    for (QueueFlag flag : flags) {
      bits |=
          switch (flag) {
            case OUT_OF_ORDER -> 1;
            case PROFILING -> 2;
            case DISCARD_EVENTS -> 16;
            case PRIORITY_LOW -> 32;
            case PRIORITY_HIGH -> 64;
          };
    }
    if (flags.contains(QueueFlag.PRIORITY_LOW) && flags.contains(QueueFlag.PRIORITY_HIGH)) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT, "a queue has no priority that is both low and high")
          .during("make queue")
          .remedy("Leave one of the flags out")
          .build();
    }
    return new PiQueue(session, create(bits, flags), flags, false);
  }

  private long create(long bits, Set<QueueFlag> flags) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment properties = frame.allocate(3 * Long.BYTES, Long.BYTES);
      properties.setAtIndex(ValueLayout.JAVA_LONG, 0, PROPERTY_FLAGS);
      properties.setAtIndex(ValueLayout.JAVA_LONG, 1, bits);
      properties.setAtIndex(ValueLayout.JAVA_LONG, 2, 0);
      MemorySegment queue = frame.allocate(Long.BYTES, Long.BYTES);
      int result =
          session.pi.queueCreate(
              session.context, session.device, properties.address(), queue.address());
      if (result == PiResult.UNSUPPORTED_FEATURE) {
        result =
            session.pi.queueCreateWithFlags(session.context, session.device, bits, queue.address());
      }
      session.results.check(result, "make queue", "flags " + flags);
      return queue.get(ValueLayout.JAVA_LONG, 0);
    }
  }

  @Override
  public Launch launch(Kernel kernel) {
    if (!(kernel instanceof PiKernel own) || !own.program().isOf(session)) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT, "the kernel is not one of this device")
          .during("make launch")
          .remedy("Take it from a program that was loaded or built on this device")
          .build();
    }
    return own.newLaunch();
  }

  @Override
  public UserEvent userEvent() {
    return new PiUserEvent(
        session,
        session.make("make event", "", out -> session.pi.userEventCreate(session.context, out)));
  }

  @Override
  public MemorySegment hostMemory(long bytes) {
    BufferChecks.checkSize(bytes);
    return session.hostMemory(bytes);
  }

  @Override
  public DeviceLimits limits() {
    return new DeviceLimits(
        Math.clamp(session.deviceNumber(DEVICE_MAX_COMPUTE_UNITS), 0, Integer.MAX_VALUE),
        session.largestGroup,
        Arrays.stream(session.largestItems).boxed().toList(),
        session.globalMemory,
        session.largestAllocation,
        session.localMemory,
        session.deviceNumber(DEVICE_IMAGE_SUPPORT) == 0
            ? Optional.empty()
            : Optional.of(
                new DeviceLimits.ImageLimits(
                    session.deviceNumber(DEVICE_IMAGE2D_MAX_WIDTH),
                    session.deviceNumber(DEVICE_IMAGE2D_MAX_HEIGHT),
                    session.deviceNumber(DEVICE_IMAGE3D_MAX_WIDTH),
                    session.deviceNumber(DEVICE_IMAGE3D_MAX_HEIGHT),
                    session.deviceNumber(DEVICE_IMAGE3D_MAX_DEPTH))));
  }

  @Override
  public Clocks clocks() {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment times = frame.allocate(2 * Long.BYTES, Long.BYTES);
      session.results.check(
          session.pi.getDeviceAndHostTimer(
              session.device, times.address(), times.address() + Long.BYTES),
          "clocks");
      return new Clocks(
          times.getAtIndex(ValueLayout.JAVA_LONG, 0), times.getAtIndex(ValueLayout.JAVA_LONG, 1));
    }
  }
}
