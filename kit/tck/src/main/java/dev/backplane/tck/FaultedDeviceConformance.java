package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.ErrorCode;
import dev.backplane.api.Management;
import dev.backplane.api.Run;
import dev.backplane.api.RunState;
import dev.backplane.api.spi.DriverDevice;
import org.junit.jupiter.api.Test;

/** A device after a fault. */
@Needs(value = Management.class, kernels = true, abilities = Ability.FAULTS)
public abstract class FaultedDeviceConformance extends Conformance {
  /** A conformance class. */
  protected FaultedDeviceConformance() {}

  @Test
  void aFaultStopsTheDeviceUntilAReset() {
    DriverDevice device = rig().open();
    Management management = management(device);
    var faulting = rig().subject().faultingCase();
    TestKernel ready = rig().ready(device, faulting.testCase());
    Run run = ready.start();
    var first = refuses(faulting.code(), () -> run.await(Rig.DEADLINE));

    assertThat(run.state()).isEqualTo(RunState.FAILED);
    assertThat(management.health()).isEqualTo(Management.Health.FAULTED);
    var later = refuses(ErrorCode.DEVICE_FAULTED, () -> ready.start().await(Rig.DEADLINE));
    assertThat(later.getMessage()).contains(first.problem());

    management.reset();
    assertThat(management.health()).isEqualTo(Management.Health.HEALTHY);
    TestKernel healthy = rig().ready(device);
    healthy.start().await(Rig.DEADLINE);
    healthy.check();
  }

  private Management management(DriverDevice device) {
    return rig().facet(device, Management.class);
  }
}
