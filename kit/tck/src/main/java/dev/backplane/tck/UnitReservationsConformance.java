package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.ErrorCode;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.api.xrt.UnitReservations;
import dev.backplane.api.xrt.UnitReservations.Sharing;
import org.junit.jupiter.api.Test;

/** Holding compute units. */
@Needs(value = UnitReservations.class, kernels = true)
public abstract class UnitReservationsConformance extends Conformance {
  /** A conformance class. */
  protected UnitReservationsConformance() {}

  private UnitReservations loaded(DriverDevice device) {
    UnitReservations contexts = rig().facet(device, UnitReservations.class);
    var _ = rig().kernel(device, rig().testCase());
    return contexts;
  }

  @Test
  void unitsAreListedInTheOrderOfTheirIndexes() {
    UnitReservations contexts = loaded(rig().open());
    assertThat(contexts.units()).isNotEmpty();
    for (int i = 0; i < contexts.units().size(); i++) {
      assertThat(contexts.units().get(i).index()).isEqualTo(i);
    }
  }

  @Test
  void aHolderIsOneOfItsClients() {
    UnitReservations contexts = loaded(rig().open());
    assertThat(contexts.clients()).filteredOn(UnitReservations.Client::self).hasSize(1);
  }

  @Test
  void aContextIsSeenUntilItIsClosed() {
    UnitReservations contexts = loaded(rig().open());
    UnitReservations.Reservation held = contexts.open(0, Sharing.EXCLUSIVE);

    assertThat(held.unit()).contains(0);
    assertThat(contexts.units().getFirst().sharing()).contains(Sharing.EXCLUSIVE);
    assertThat(contexts.units().getFirst().contexts()).isEqualTo(1);
    held.close();
    assertThat(contexts.units().getFirst().sharing()).isEmpty();
  }

  @Test
  void aUnitThatIsNotThereIsRefused() {
    UnitReservations contexts = loaded(rig().open());
    int units = contexts.units().size();
    refuses(ErrorCode.OUT_OF_RANGE, () -> contexts.open(units, Sharing.SHARED));
  }

  @Test
  void aVirtualContextHoldsNoUnit() {
    UnitReservations contexts = loaded(rig().open());
    try (UnitReservations.Reservation held = contexts.openVirtual()) {
      assertThat(held.unit()).isEmpty();
      assertThat(held.sharing()).isEqualTo(Sharing.SHARED);
      assertThat(contexts.units()).allSatisfy(unit -> assertThat(unit.contexts()).isZero());
    }
  }
}
