package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.ErrorCode;
import dev.backplane.api.Management;
import dev.backplane.api.Run;
import dev.backplane.api.RunState;
import dev.backplane.api.spi.DriverDevice;
import org.junit.jupiter.api.Test;

/** Reset of a device while it runs. */
@Needs(value = Management.class, kernels = true, abilities = Ability.ENDLESS_RUNS)
public abstract class RunResetConformance extends Conformance {
  /** A conformance class. */
  protected RunResetConformance() {}

  @Test
  void aResetCancelsWhatRuns() {
    DriverDevice device = rig().open();
    Management management = management(device);
    TestCase testCase = rig().subject().endlessCase();
    TestKernel ready = rig().ready(device, testCase);
    Run run = ready.start();
    management.reset();

    refuses(ErrorCode.CANCELLED, () -> run.await(Rig.DEADLINE));
    assertThat(run.state()).isEqualTo(RunState.CANCELLED);
  }

  private Management management(DriverDevice device) {
    return rig().facet(device, Management.class);
  }
}
