package dev.backplane.runtime.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class SelectorVariablesTest {
  @Test
  void ourOwnVariableWinsAndSaysSo() {
    SelectorVariables read =
        SelectorVariables.read(
            Map.of("ONEAPI_DEVICE_SELECTOR", "opencl:*", "BACKPLANE_DEVICE_SELECTOR", "card:0"));
    assertThat(read.selector()).map(DeviceSelector::text).contains("card:0");
    assertThat(read.notes())
        .containsExactly(
            "BACKPLANE_DEVICE_SELECTOR=card:0 is used, and ONEAPI_DEVICE_SELECTOR=opencl:* is not");
  }

  @Test
  void theSharedVariableIsReadToo() {
    SelectorVariables read = SelectorVariables.read(Map.of("ONEAPI_DEVICE_SELECTOR", "opencl:*"));
    assertThat(read.selector()).map(DeviceSelector::text).contains("opencl:*");
    assertThat(read.notes()).isEmpty();
    assertThat(SelectorVariables.read(Map.of()).selector()).isEmpty();
  }

  @Test
  void anEmptyVariableIsRefused() {
    for (String name : new String[] {"ONEAPI_DEVICE_SELECTOR", "BACKPLANE_DEVICE_SELECTOR"}) {
      assertThatThrownBy(() -> SelectorVariables.read(Map.of(name, "")))
          .hasMessageContaining("environment variable " + name)
          .hasMessageContaining("it is set and empty. Unset it");
    }
  }

  @Test
  void aMistakeInAVariableNamesIt() {
    assertThatThrownBy(() -> SelectorVariables.read(Map.of("ONEAPI_DEVICE_SELECTOR", "opencl")))
        .hasMessageContaining("environment variable ONEAPI_DEVICE_SELECTOR")
        .hasMessageEndingWith("\n  opencl\n  ^^^^^^");
  }

  @Test
  void theOldVariableContradictsTheSharedOne() {
    Map<String, String> both = Map.of("ONEAPI_DEVICE_SELECTOR", "*:*", "SYCL_DEVICE_FILTER", "gpu");
    assertThatThrownBy(() -> SelectorVariables.read(both))
        .hasMessageContaining("SYCL_DEVICE_FILTER");
  }
}
