package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.ErrorCode;
import dev.backplane.api.binary.BinaryTargets;
import dev.backplane.api.binary.Content;
import dev.backplane.api.binary.DeviceBinary;
import dev.backplane.api.pi.Binaries;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which of several device binaries fits. */
@Needs(Binaries.class)
public abstract class BinariesConformance extends Conformance {
  /** A conformance class. */
  protected BinariesConformance() {}

  @Test
  void theFirstBinaryOfTheDevicesOwnTargetFitsBest() {
    Binaries binaries = binaries();
    String own = binaries.targets().exact().getFirst();
    DeviceBinary portable = binary(BinaryTargets.PORTABLE);

    assertThat(binaries.select(List.of(portable, binary(own), binary(own), portable))).isEqualTo(1);
  }

  @Test
  void thePortableBinaryFitsWhereNoOtherDoes() {
    Binaries binaries = binaries();
    List<DeviceBinary> choice =
        List.of(
            binary("no-such-device"),
            binary(BinaryTargets.PORTABLE),
            DeviceBinary.of(BinaryTargets.PORTABLE, Content.of(new byte[] {4})));
    if (binaries.targets().portable()) {
      assertThat(binaries.select(choice)).as("the last one, as the rule is").isEqualTo(2);
    } else {
      refuses(ErrorCode.IMAGE_PLATFORM_MISMATCH, () -> binaries.select(choice));
    }
  }

  @Test
  void whenNothingFitsBothSidesAreNamed() {
    Binaries binaries = binaries();
    var error =
        refuses(
            ErrorCode.IMAGE_PLATFORM_MISMATCH,
            () -> binaries.select(List.of(binary("no-such-device"))));

    assertThat(error.getMessage())
        .contains("no-such-device")
        .contains(binaries.targets().exact().getFirst());
    refuses(ErrorCode.IMAGE_PLATFORM_MISMATCH, () -> binaries.select(List.of()));
  }

  private Binaries binaries() {
    return rig().facet(rig().open(), Binaries.class);
  }

  private static DeviceBinary binary(String target) {
    return DeviceBinary.of(target, Content.of(new byte[] {1, 2, 3}));
  }
}
