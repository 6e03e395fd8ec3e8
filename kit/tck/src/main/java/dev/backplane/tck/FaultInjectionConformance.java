package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Management;
import dev.backplane.api.board.FaultInjection;
import dev.backplane.api.spi.DriverDevice;
import org.junit.jupiter.api.Test;

/** Devices that break down on demand. */
@Needs({FaultInjection.class, Management.class})
public abstract class FaultInjectionConformance extends Conformance {
  /** A conformance class. */
  protected FaultInjectionConformance() {}

  @Test
  void aFaultStopsADeviceUntilItsReset() {
    DriverDevice device = rig().open();
    Management management = rig().facet(device, Management.class);
    assertThat(management.health()).isEqualTo(Management.Health.HEALTHY);
    FaultInjection faults = rig().facet(device, FaultInjection.class);
    faults.fault("on purpose");
    faults.fault("once more");
    assertThat(management.health()).isEqualTo(Management.Health.FAULTED);
    assertThat(management.report().values()).anyMatch(line -> line.contains("on purpose"));
    management.reset();
    assertThat(management.health()).isEqualTo(Management.Health.HEALTHY);
    assertThat(management.report().values()).noneMatch(line -> line.contains("on purpose"));
  }
}
