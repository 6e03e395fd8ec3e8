package dev.backplane.runtime.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.api.DeviceProperties;
import dev.backplane.api.DeviceType;
import dev.backplane.api.ObjectType;
import dev.backplane.api.Property;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AllowListTest {
  private static final Backend BACKEND = new Backend("opencl", "opencl");
  private static final DeviceProperties GPU =
      DeviceProperties.builder("Big GPU", ObjectType.DEVICE, DeviceType.GPU)
          .pciIds(0x10de, 1)
          .with(Property.DRIVER_VERSION, "535.1")
          .with(Property.PLATFORM, "CUDA, or so")
          .build();

  private static AllowList of(String text) {
    return AllowList.read(Map.of(AllowList.VARIABLE, text));
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = " -> ",
      quoteCharacter = '`',
      textBlock =
          """
          BackendName:opencl -> true
          BackendName:level_zero -> false
          DeviceType:gpu,DeviceVendorId:0x10DE -> true
          DeviceType:cpu,DeviceVendorId:0x10DE -> false
          DeviceType:acc -> false
          DeviceType:cpu|DeviceType:gpu -> true
          DriverVersion:{{535\\..*}} -> true
          DriverVersion:{{535}} -> false
          DeviceName:{{a|Big.*}},DeviceType:gpu -> true
          PlatformName:{{CUDA, or so}} -> true
          PlatformVersion:{{}} -> true
          """)
  void aDeviceIsAllowedIfOneDescriptionHolds(String text, boolean allowed) {
    assertThat(of(text).allows(BACKEND, GPU)).isEqualTo(allowed);
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = " -> ",
      quoteCharacter = '`',
      textBlock =
          """
          Colour:red -> there is no key 'Colour'
          BackendName -> a ':' and a value are missing
          DeviceType:gpu|| -> missing
          DeviceType:gpu,DeviceType:cpu -> named twice
          DeviceType:0 -> no family
          DeviceVendorId:10de -> hexadecimal
          DriverVersion:535 -> double braces
          DriverVersion:{{535 -> double braces
          DriverVersion:{{[}} -> malformed
          """)
  void mistakesAreMarked(String text, String problem) {
    assertThatThrownBy(() -> of(text))
        .hasMessageContaining("environment variable SYCL_DEVICE_ALLOWLIST")
        .hasMessageContaining(problem)
        .hasMessageContaining("\n  " + text + "\n");
  }

  @Test
  void anEmptyListIsRefusedAndNoneAllowsEverything() {
    assertThatThrownBy(() -> of("")).hasMessageContaining("set and empty");
    assertThat(AllowList.read(Map.of()).allows(BACKEND, GPU)).isTrue();
    assertThat(AllowList.read(Map.of())).hasToString("");
    assertThat(AllowList.read(Map.of()).allowsAll()).isTrue();
    assertThat(of("DeviceType:gpu").allowsAll()).isFalse();
  }

  @Test
  void keysThatAreOutOfDateAreTold() {
    assertThat(of("DeviceName:{{x}}").notes()).singleElement().asString().contains("out of date");
  }
}
