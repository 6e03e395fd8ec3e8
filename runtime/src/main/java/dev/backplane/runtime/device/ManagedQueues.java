package dev.backplane.runtime.device;

import dev.backplane.api.Kernel;
import dev.backplane.api.Launch;
import dev.backplane.api.Queues;

/** Making of queues; a launch ends with the program of its kernel. */
final class ManagedQueues extends CheckedQueues {
  ManagedQueues(Handle<Queues> handle) {
    super(handle);
  }

  @Override
  public Launch launch(Kernel kernel) {
    lifetime.check("make launch");
    try (Arguments own = new Arguments(this, "make launch")) {
      Kernel driverKernel = own.take(kernel);
      Launch launch = origin.ask("make launch", () -> target.launch(driverKernel));
      return new ManagedLaunch(
          device.adopt(origin, "make launch", "launch of " + kernel.name(), launch),
          ((Checked) kernel).lifetime);
    }
  }
}
