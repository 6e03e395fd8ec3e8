package dev.backplane.pi.opencl;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.api.Buffer;
import dev.backplane.api.Image;
import dev.backplane.api.Images;
import dev.backplane.api.Memory;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Program;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.tck.DriverInstance;
import dev.backplane.tck.ManagedInstances;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The first OpenCL device of this machine, open for a test as applications open it. Without one the
 * test is skipped.
 */
final class FoundDevice implements AutoCloseable {
  private final DriverInstance instance;
  private final DriverDevice device;
  private final Deque<Runnable> closing = new ArrayDeque<>();

  private FoundDevice(DriverInstance instance, DriverDevice device) {
    this.instance = instance;
    this.device = device;
  }

  static FoundDevice open() {
    DriverInstance instance = ManagedInstances.find().open(new OpenClDriver(), "{}");
    var found = instance.enumerate(List.of());
    if (found.isEmpty()) {
      instance.close();
    }
    assumeTrue(!found.isEmpty(), "no OpenCL here; tools/setup installs pocl-opencl-icd");
    return new FoundDevice(instance, instance.open(found.getFirst().key(), OpenMode.EXCLUSIVE));
  }

  DriverDevice device() {
    return device;
  }

  /** A buffer that lives as long as the device is open. */
  Buffer buffer(long bytes) {
    Buffer buffer = device.facet(Memory.class).orElseThrow().allocate(bytes, 0);
    closing.push(buffer::close);
    return buffer;
  }

  Program load(Image image) {
    return device.facet(Images.class).orElseThrow().load(image);
  }

  @Override
  public void close() {
    closing.forEach(Runnable::run);
    device.close();
    instance.close();
  }
}
