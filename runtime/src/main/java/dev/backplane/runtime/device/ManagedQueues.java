package dev.backplane.runtime.device;

import dev.backplane.api.DeviceLimits;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Kernel;
import dev.backplane.api.Launch;
import dev.backplane.api.Queue;
import dev.backplane.api.QueueFlag;
import dev.backplane.api.Queues;
import dev.backplane.api.UserEvent;
import java.lang.foreign.MemorySegment;

/** Making of queues, launches and events of the program. */
final class ManagedQueues implements Queues {
  private final Queues target;
  private final OpenDevice device;
  private final Origin origin;

  ManagedQueues(Queues target, OpenDevice device, Origin origin) {
    this.target = target;
    this.device = device;
    this.origin = origin;
  }

  @Override
  public Queue queue(QueueFlag... flags) {
    return new ManagedQueue(device.adopt(origin, "make queue", "queue", () -> target.queue(flags)));
  }

  @Override
  public Launch launch(Kernel kernel) {
    if (!(kernel instanceof ManagedKernel managed) || !managed.isOf(device)) {
      throw origin
          .error(ErrorCode.INVALID_ARGUMENT, "the kernel is not one of this device")
          .during("make launch")
          .remedy("Take it from a program that was loaded or built on this device")
          .build();
    }
    managed.lifetime().check("make launch");
    return new ManagedLaunch(
        device.adopt(
            origin,
            "make launch",
            "launch of " + managed.name(),
            () -> target.launch(managed.target())),
        managed.lifetime());
  }

  @Override
  public UserEvent userEvent() {
    return new ManagedUserEvent(
        device.adopt(origin, "make event", "event of the program", target::userEvent));
  }

  @Override
  public MemorySegment hostMemory(long bytes) {
    if (bytes <= 0) {
      throw origin
          .error(ErrorCode.INVALID_ARGUMENT, "memory cannot have " + bytes + " bytes")
          .during("host memory")
          .remedy("Ask for 1 byte or more")
          .build();
    }
    return origin.ask("host memory", () -> target.hostMemory(bytes));
  }

  @Override
  public DeviceLimits limits() {
    return origin.ask("limits", target::limits);
  }

  @Override
  public Clocks clocks() {
    return origin.ask("clocks", target::clocks);
  }
}
