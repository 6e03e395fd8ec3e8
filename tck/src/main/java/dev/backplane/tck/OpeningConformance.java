package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Binaries;
import dev.backplane.api.Board;
import dev.backplane.api.Commands;
import dev.backplane.api.Contexts;
import dev.backplane.api.DeviceMemory;
import dev.backplane.api.Diagnosis;
import dev.backplane.api.Facet;
import dev.backplane.api.Images;
import dev.backplane.api.Interop;
import dev.backplane.api.Interrupts;
import dev.backplane.api.Kernels;
import dev.backplane.api.Management;
import dev.backplane.api.Memory;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Programs;
import dev.backplane.api.Queues;
import dev.backplane.api.Registers;
import dev.backplane.api.UnifiedMemory;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.api.spi.Resource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Opening resources and asking for facets. */
public abstract class OpeningConformance extends Conformance {
  private static final List<Class<? extends Facet>> FACETS =
      List.of(
          Registers.class,
          Interrupts.class,
          Memory.class,
          DeviceMemory.class,
          Contexts.class,
          Commands.class,
          Images.class,
          Kernels.class,
          Queues.class,
          Programs.class,
          UnifiedMemory.class,
          Interop.class,
          Binaries.class,
          Management.class,
          Board.class,
          Diagnosis.class);

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
  void aSharedResourceOpensForSeveralHolders() throws Exception {
    String key = rig().resources().getFirst().key();
    DriverDevice first = rig().open(key, OpenMode.SHARED);
    DriverDevice second = rig().open(key, OpenMode.SHARED);
    rig().close(first);

    for (Class<? extends Facet> type : FACETS) {
      assertThat(second.facet(type).isEmpty())
          .as("the second holder's %s is absent after the first closed", type.getSimpleName())
          .isEqualTo(rig().subject().lacks(type));
    }
  }

  @Test
  void aDeviceHasExactlyTheFacetsItDeclares() {
    DriverDevice device = rig().open();
    for (Class<? extends Facet> type : FACETS) {
      assertThat(device.facet(type).isEmpty())
          .as("facet %s is absent", type.getSimpleName())
          .isEqualTo(rig().subject().lacks(type));
    }
  }

  @Test
  void aFacetIsAlwaysTheSameObject() {
    DriverDevice device = rig().open();
    for (Class<? extends Facet> type : FACETS) {
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
