package dev.backplane.api.binary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.DeviceType;
import dev.backplane.api.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BinarySelectionTest {
  private static final long CPU = 2;
  private static final long GPU = 4;
  private static final long ACCELERATOR = 8;

  @Test
  void theFirstBinaryOfTheTypesTargetWins() {
    List<String> targets = List.of("spir64", "spir64_gen", "spir64_x86_64", "spir64_x86_64");
    assertThat(BinarySelection.index(targets, CPU)).hasValue(2);
    assertThat(BinarySelection.index(targets, GPU)).hasValue(1);
  }

  @Test
  void withoutTheTypesTargetTheLastPortableOneIsTaken() {
    List<String> targets = List.of("spir64", "nvptx64", "spir64", "spir");
    assertThat(BinarySelection.index(targets, ACCELERATOR)).hasValue(2);
  }

  @Test
  void aDeviceOfNoTypeTakesTheFirstPortableOneForItIsItsTarget() {
    assertThat(BinarySelection.index(List.of("nvptx64", "spir64", "spir64"), 16)).hasValue(1);
  }

  @Test
  void twoBitsAtOnceAreNoType() {
    assertThat(BinarySelection.index(List.of("spir64_x86_64", "spir64"), CPU | 1)).hasValue(1);
  }

  @Test
  void descriptorsAreComparedExactly() {
    assertThat(BinarySelection.index(List.of("spir64-unknown-unknown", "SPIR64", ""), CPU))
        .isEmpty();
  }

  @Test
  void nothingIsSelectedFromNothing() {
    assertThat(BinarySelection.index(List.of(), CPU)).isEmpty();
  }

  @Test
  void triplesOfContainersCountByTheirFirstPart() {
    assertThat(selected(BinaryTargets.of(DeviceType.GPU), "spir64_gen-unknown-unknown", "spir64"))
        .isZero();
  }

  @Test
  void targetsOfTheDriverComeFirstInItsOrder() {
    BinaryTargets takes = BinaryTargets.of(DeviceType.FPGA).preferring("softcard", "vortex");
    assertThat(selected(takes, "spir64_fpga", "vortex", "softcard")).isEqualTo(2);
    assertThat(selected(takes, "spir64_fpga", "vortex", "spir64")).isEqualTo(1);
    assertThat(selected(takes, "spir64", "spir64_fpga")).isEqualTo(1);
  }

  @Test
  void sourceIsTheLastResort() {
    BinaryTargets takes = BinaryTargets.of(DeviceType.CPU);
    assertThat(selected(takes, "opencl_c", "spir64")).isEqualTo(1);
    assertThat(selected(takes, "opencl_c", "nvptx64", "opencl_c")).isEqualTo(2);
  }

  @Test
  void selectsNoBinaryThatTheDeviceDoesNotTake() {
    BinaryTargets noCompiler = new BinaryTargets(List.of("spir64_x86_64"), false, true);
    assertThat(selected(noCompiler, "opencl_c", "spir64")).isZero();
    BinaryTargets cardOnly = new BinaryTargets(List.of("softcard"), false, false);
    assertThatThrownBy(() -> BinarySelection.select(binaries("opencl_c", "spir64"), cardOnly))
        .isInstanceOfSatisfying(
            BackplaneException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.IMAGE_PLATFORM_MISMATCH);
              assertThat(e.code().piResult()).isEqualTo(-42);
              assertThat(e.problem())
                  .contains("takes softcard")
                  .contains("opencl_c")
                  .contains("spir64 (unknown, 1 bytes)");
            });
  }

  @Test
  void anErrorNamesAllThatWouldHaveBeenTaken() {
    assertThatThrownBy(
            () ->
                BinarySelection.select(
                    List.of(), BinaryTargets.of(DeviceType.CPU).preferring("mine")))
        .hasMessageContaining("takes mine, spir64_x86_64, spir64, opencl_c")
        .hasMessageContaining("has nothing");
  }

  @Test
  void aCardIsGivenTheFirstXclbin() {
    List<DeviceBinary> binaries =
        List.of(
            DeviceBinary.of("spir64", Content.EMPTY),
            DeviceBinary.of("u50", Content.of("xclbin2, the first")),
            DeviceBinary.of("softcard", Content.of("xclbin2, another")));
    assertThat(BinarySelection.select(binaries, BinaryTargets.CARD)).isEqualTo(1);
    assertThatThrownBy(
            () -> BinarySelection.select(binaries("spir64", "softcard"), BinaryTargets.CARD))
        .hasMessageContaining("takes xclbin; the container has spir64 (unknown, 1 bytes)");
  }

  private static int selected(BinaryTargets takes, String... targets) {
    return BinarySelection.select(binaries(targets), takes);
  }

  private static List<DeviceBinary> binaries(String... targets) {
    List<DeviceBinary> binaries = new ArrayList<>();
    for (String each : targets) {
      binaries.add(DeviceBinary.of(each, Content.of((byte) binaries.size())));
    }
    return binaries;
  }
}
