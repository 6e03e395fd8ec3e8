package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.backplane.api.ErrorCode;
import dev.backplane.api.Management;
import dev.backplane.api.board.HotPlug;
import dev.backplane.api.spi.DriverDevice;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Cards that leave their bus and come back. */
@Needs(HotPlug.class)
public abstract class HotPlugConformance extends Conformance {
  /** A conformance class. */
  protected HotPlugConformance() {}

  @Test
  void aCardThatIsRemovedIsNotResetAndComesBackHealthy() {
    DriverDevice device = rig().open();
    HotPlug bus = rig().facet(device, HotPlug.class);
    Optional<Management> management = device.facet(Management.class);
    bus.remove();
    bus.remove();
    management.ifPresent(
        card -> {
          refuses(ErrorCode.DEVICE_FAULTED, card::reset);
          assertThat(card.health()).isEqualTo(Management.Health.FAULTED);
        });
    bus.rescan();
    bus.rescan();
    management.ifPresent(
        card -> {
          assertThat(card.health()).isEqualTo(Management.Health.HEALTHY);
          assertThatCode(card::reset).doesNotThrowAnyException();
        });
  }

  @Test
  void aCardThatIsThereStaysAsItIs() {
    DriverDevice device = rig().open();
    assertThatCode(rig().facet(device, HotPlug.class)::rescan).doesNotThrowAnyException();
    device
        .facet(Management.class)
        .ifPresent(card -> assertThat(card.health()).isEqualTo(Management.Health.HEALTHY));
  }

  @Test
  void aCardComesBackForWhoOpensItNext() {
    DriverDevice first = rig().open();
    HotPlug bus = rig().facet(first, HotPlug.class);
    bus.remove();
    bus.rescan();
    first.close();
    DriverDevice second = rig().open();
    assertThatCode(rig().facet(second, HotPlug.class)::rescan).doesNotThrowAnyException();
  }
}
