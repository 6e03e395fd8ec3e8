package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.DeviceEvent;
import dev.backplane.api.EventStream;
import dev.backplane.api.Events;
import dev.backplane.api.Management;
import dev.backplane.api.spi.DriverDevice;
import org.junit.jupiter.api.Test;

/** Events around a reset. */
@Needs(
    value = {Events.class, Management.class},
    abilities = Ability.INTERRUPTS)
public abstract class EventsResetConformance extends Conformance {
  /** A conformance class. */
  protected EventsResetConformance() {}

  @Test
  void aResetDoesNotEndAStream() {
    DriverDevice device = rig().open();
    rig().prepare(device);
    var interrupt = rig().subject().interrupt();
    EventStream stream =
        rig().keep(rig().facet(device, Events.class).subscribeInterrupt(interrupt.number()));
    rig().facet(device, Management.class).reset();
    rig().prepare(device);
    interrupt.raise().accept(device);

    assertThat(stream.next(Rig.DEADLINE).orElseThrow()).isInstanceOf(DeviceEvent.Interrupt.class);
  }
}
