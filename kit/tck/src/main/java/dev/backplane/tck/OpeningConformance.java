package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Facet;
import dev.backplane.api.OpenMode;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.api.spi.Resource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Opening resources and asking for facets. */
@Needs(ways = {Way.RAW, Way.MANAGED})
public abstract class OpeningConformance extends Conformance {
  /** A conformance class. */
  protected OpeningConformance() {}

  private interface Unknown {}

  private interface UnknownFacet extends Facet {}

  @ParameterizedTest
  @EnumSource(OpenMode.class)
  void everyResourceOpensInEitherModeAndAgainAfterClosing(OpenMode mode) throws Exception {
    for (Resource resource : rig().resources()) {
      rig().close(rig().open(resource.key(), mode));
      rig().close(rig().open(resource.key(), mode));
    }
  }

  @Test
  void aDeviceIsClosedOnce() throws Exception {
    DriverDevice device = rig().open();
    rig().close(device);
    closedAgain(device);

    assertThat(rig().open()).isNotNull();
  }

  @Test
  void aSharedResourceOpensForSeveralHolders() throws Exception {
    String key = rig().resources().getFirst().key();
    DriverDevice first = rig().open(key, OpenMode.SHARED);
    DriverDevice second = rig().open(key, OpenMode.SHARED);
    rig().close(first);

    for (Class<? extends Facet> type : Suites.ALL) {
      assertThat(second.facet(type).isEmpty())
          .as("the second holder's %s is absent after the first closed", type.getSimpleName())
          .isEqualTo(rig().subject().lacks(type));
    }
  }

  @Test
  void aDeviceHasExactlyTheFacetsItDeclares() {
    DriverDevice device = rig().open();
    for (Class<? extends Facet> type : Suites.ALL) {
      assertThat(device.facet(type).isEmpty())
          .as("facet %s is absent", type.getSimpleName())
          .isEqualTo(rig().subject().lacks(type));
    }
  }

  @Test
  void aFacetIsAlwaysTheSameObject() {
    DriverDevice device = rig().open();
    for (Class<? extends Facet> type : Suites.ALL) {
      var first = device.facet(type);
      if (first.isPresent()) {
        assertThat((Object) device.facet(type).orElseThrow()).isSameAs(first.orElseThrow());
      }
    }
  }

  @Test
  void aDeviceAnswersEmptyForWhatItNeverHeardOf() {
    DriverDevice device = rig().open();

    assertThat(device.facet(UnknownFacet.class)).isEmpty();
    assertThat(device.extension(Unknown.class)).isEmpty();
  }
}
