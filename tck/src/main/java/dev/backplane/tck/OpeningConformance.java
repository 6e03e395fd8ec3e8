package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Binaries;
import dev.backplane.api.Board;
import dev.backplane.api.Commands;
import dev.backplane.api.Contexts;
import dev.backplane.api.DeviceMemory;
import dev.backplane.api.Diagnosis;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Facet;
import dev.backplane.api.Images;
import dev.backplane.api.Interop;
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
import org.junit.jupiter.params.provider.ValueSource;

/** Opening resources and asking for facets. */
public abstract class OpeningConformance extends Conformance {
  private static final List<Class<? extends Facet>> FACETS =
      List.of(
          Registers.class,
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

  private interface Unknown {}

  private interface UnknownFacet extends Facet {}

  /** A conformance class. */
  protected OpeningConformance() {}

  @ParameterizedTest
  @EnumSource(OpenMode.class)
  void everyResourceOpensInEitherModeAndAgainAfterClosing(OpenMode mode) throws Exception {
    for (Resource resource : bench().resources()) {
      bench().close(bench().open(resource.key(), mode));
      bench().close(bench().open(resource.key(), mode));
    }
  }

  @Test
  void aSharedResourceOpensForSeveralHolders() throws Exception {
    String key = bench().resources().getFirst().key();
    DriverDevice first = bench().open(key, OpenMode.SHARED);
    DriverDevice second = bench().open(key, OpenMode.SHARED);
    bench().close(first);

    for (Class<? extends Facet> type : FACETS) {
      assertThat(second.facet(type).isEmpty())
          .as("the second holder's %s is absent after the first closed", type.getSimpleName())
          .isEqualTo(bench().subject().lacks(type));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"there-is-no-such-key", "x", "0000:00:00.0-no"})
  void aKeyThatWasNeverEnumeratedIsNoDevice(String key) {
    refuses(ErrorCode.NO_SUCH_DEVICE, () -> bench().adapter().opener().open(key, OpenMode.SHARED));
  }

  @Test
  void aDeviceHasExactlyTheFacetsItDeclares() {
    DriverDevice device = bench().open();
    for (Class<? extends Facet> type : FACETS) {
      assertThat(device.facet(type).isEmpty())
          .as("facet %s is absent", type.getSimpleName())
          .isEqualTo(bench().subject().lacks(type));
    }
  }

  @Test
  void aFacetIsAlwaysTheSameObject() {
    DriverDevice device = bench().open();
    for (Class<? extends Facet> type : FACETS) {
      var first = device.facet(type);
      if (first.isPresent()) {
        assertThat((Object) device.facet(type).orElseThrow()).isSameAs(first.orElseThrow());
      }
    }
  }

  @Test
  void aDeviceAnswersEmptyForWhatItNeverHeardOf() {
    DriverDevice device = bench().open();

    assertThat(device.facet(UnknownFacet.class)).isEmpty();
    assertThat(device.extension(Unknown.class)).isEmpty();
  }
}
