package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Management;
import dev.backplane.api.spi.DriverDevice;
import org.junit.jupiter.api.Test;

/** Health of a device. */
@Needs(Management.class)
public abstract class ManagementConformance extends Conformance {
  /** A conformance class. */
  protected ManagementConformance() {}

  @Test
  void aDeviceThatWasJustOpenedIsHealthyAndTellsOfItself() {
    Management management = management(rig().open());

    assertThat(management.health()).isEqualTo(Management.Health.HEALTHY);
    assertThat(management.report()).isNotEmpty();
  }

  private Management management(DriverDevice device) {
    return rig().facet(device, Management.class);
  }
}
