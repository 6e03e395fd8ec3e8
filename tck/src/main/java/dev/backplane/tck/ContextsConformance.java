package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Contexts;
import dev.backplane.api.Contexts.Sharing;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.spi.DriverDevice;
import org.junit.jupiter.api.Test;

/** Holding compute units. */
@Needs(value = Contexts.class, kernels = true)
public abstract class ContextsConformance extends Conformance {
  /** A conformance class. */
  protected ContextsConformance() {}

  private Contexts loaded(DriverDevice device) {
    Contexts contexts = rig().facet(device, Contexts.class);
    var _ = rig().kernel(device, rig().testCase());
    return contexts;
  }

  @Test
  void unitsAreListedInTheOrderOfTheirIndexes() {
    Contexts contexts = loaded(rig().open());
    assertThat(contexts.units()).isNotEmpty();
    for (int i = 0; i < contexts.units().size(); i++) {
      assertThat(contexts.units().get(i).index()).isEqualTo(i);
    }
  }

  @Test
  void whoAsksIsOneOfTheClients() {
    Contexts contexts = loaded(rig().open());
    assertThat(contexts.clients()).filteredOn(Contexts.Client::self).hasSize(1);
  }

  @Test
  void aContextIsSeenUntilItIsClosed() {
    Contexts contexts = loaded(rig().open());
    Contexts.Context held = contexts.open(0, Sharing.EXCLUSIVE);

    assertThat(held.unit()).contains(0);
    assertThat(contexts.units().getFirst().sharing()).contains(Sharing.EXCLUSIVE);
    assertThat(contexts.units().getFirst().contexts()).isEqualTo(1);
    held.close();
    assertThat(contexts.units().getFirst().sharing()).isEmpty();
  }

  @Test
  void aUnitThatIsNotThereIsRefused() {
    Contexts contexts = loaded(rig().open());
    int units = contexts.units().size();
    refuses(ErrorCode.OUT_OF_RANGE, () -> contexts.open(units, Sharing.SHARED));
  }

  @Test
  void aVirtualContextHoldsNoUnit() {
    Contexts contexts = loaded(rig().open());
    try (Contexts.Context held = contexts.openVirtual()) {
      assertThat(held.unit()).isEmpty();
      assertThat(held.sharing()).isEqualTo(Sharing.SHARED);
      assertThat(contexts.units()).allSatisfy(unit -> assertThat(unit.contexts()).isZero());
    }
  }
}
