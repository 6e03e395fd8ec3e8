package dev.backplane.runtime.device;

import dev.backplane.api.Kernel;
import dev.backplane.api.Kernels;
import java.util.List;

/** The kernels of a device or of a program. */
class ManagedKernels implements Kernels {
  private final OpenDevice device;
  private final Origin origin;
  private final Kernels target;

  ManagedKernels(OpenDevice device, Origin origin, Kernels target) {
    this.device = device;
    this.origin = origin;
    this.target = target;
  }

  final boolean isOf(OpenDevice other) {
    return device == other;
  }

  final Origin origin() {
    return origin;
  }

  @Override
  public final List<String> kernels() {
    return origin.ask("kernels", target::kernels);
  }

  @Override
  public final Kernel kernel(String name) {
    Kernel kernel = origin.ask("find kernel " + name + " in", () -> target.kernel(name));
    return new ManagedKernel(device, origin, kernel);
  }
}
