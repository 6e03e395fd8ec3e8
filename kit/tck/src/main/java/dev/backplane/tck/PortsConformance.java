package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.ErrorCode;
import dev.backplane.api.opae.Ports;
import org.junit.jupiter.api.Test;

/** Host interfaces of accelerators. */
@Needs(Ports.class)
public abstract class PortsConformance extends Conformance {
  /** A conformance class. */
  protected PortsConformance() {}

  private Ports ports() {
    return rig().facet(rig().open(), Ports.class);
  }

  @Test
  void anAcceleratorIsAssignedAndComesBack() {
    Ports ports = ports();
    int before = ports.hostInterface(0);
    ports.assign(0, 1);
    assertThat(ports.hostInterface(0)).isEqualTo(1);
    ports.assign(0, before);
    assertThat(ports.hostInterface(0)).isEqualTo(before);
  }

  @Test
  void aMissingPortIsOutOfRange() {
    Ports ports = ports();
    refuses(ErrorCode.OUT_OF_RANGE, () -> ports.hostInterface(-1));
    refuses(ErrorCode.OUT_OF_RANGE, () -> ports.hostInterface(Integer.MAX_VALUE));
    refuses(ErrorCode.OUT_OF_RANGE, () -> ports.assign(Integer.MAX_VALUE, 0));
    refuses(ErrorCode.OUT_OF_RANGE, () -> ports.assign(0, Integer.MAX_VALUE));
  }
}
