package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Kernel;
import dev.backplane.api.spi.DriverDevice;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the plugin manager adds to kernels and buffers of a driver: names, and the end of use. */
@Needs(kernels = true, ways = Way.MANAGED)
public abstract class ManagedKernelsConformance extends Conformance {
  /** A conformance class. */
  protected ManagedKernelsConformance() {}

  @Test
  void anErrorNamesTheDeviceAndItsPlugin() {
    DriverDevice device = rig().open();
    Kernel kernel = rig().kernel(device, rig().testCase());
    var error = refuses(ErrorCode.NO_SUCH_ARGUMENT, () -> kernel.start(new Object[100]));

    assertThat(error.getMessage()).contains(DriverInstance.NAME + "/" + rig().key());
  }

  @Test
  void whatWasClosedIsNotPassedToTheDriver() {
    TestKernel ready = rig().ready(rig().open());
    Buffer buffer = ready.anyBuffer();
    rig().close(buffer);

    refuses(ErrorCode.CLOSED, ready::start);
    refuses(ErrorCode.CLOSED, buffer::sync);
    closedAgain(buffer);
  }

  @Test
  void whatWasMadeFromADeviceIsClosedWithIt() {
    DriverDevice device = rig().open();
    TestKernel ready = rig().ready(device);
    List<Buffer> buffers = ready.buffers();
    rig().closeDevice(device);

    refuses(ErrorCode.CLOSED, ready::start);
    for (Buffer buffer : buffers) {
      refuses(ErrorCode.CLOSED, buffer::sync);
    }
  }
}
