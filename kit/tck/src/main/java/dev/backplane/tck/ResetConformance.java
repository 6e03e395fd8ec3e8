package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.Management;
import dev.backplane.api.Memory;
import dev.backplane.api.spi.DriverDevice;
import org.junit.jupiter.api.Test;

/** Reset of a device. */
@Needs(
    value = {Management.class, Memory.class},
    kernels = true)
public abstract class ResetConformance extends Conformance {
  /** A conformance class. */
  protected ResetConformance() {}

  @Test
  void aResetDeviceWorks() {
    DriverDevice device = rig().open();
    Management management = management(device);
    management.reset();
    TestKernel ready = rig().ready(device);
    ready.start().await(Rig.DEADLINE);

    ready.check();
  }

  @Test
  void buffersOutliveAReset() {
    DriverDevice device = rig().open();
    Management management = management(device);
    Memory memory = rig().facet(device, Memory.class);
    rig().prepare(device);
    Buffer buffer = rig().keep(memory.allocate(100, memory.banks().getFirst().index()));
    buffer.write((byte) 1, (byte) 2, (byte) 3);
    management.reset();

    assertThat(buffer.read(new byte[3])).containsExactly(1, 2, 3);
    assertThat(buffer.sync().syncBack().read(new byte[3])).containsExactly(1, 2, 3);
  }

  private Management management(DriverDevice device) {
    return rig().facet(device, Management.class);
  }
}
