package dev.backplane.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BusAddressTest {
  @Test
  void itIsPrintedAsItIsRead() {
    assertThat(BusAddress.parse("0001:3b:1f.7")).hasToString("0001:3b:1f.7");
    assertThat(BusAddress.parse("3b:00.0")).isEqualTo(new BusAddress(0, 0x3b, 0, 0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "3b", "0000:3b:00", "0000:3b:00.8", "0000:3b:20.0", "x:3b:00.0"})
  void nonsenseIsRefused(String text) {
    assertThatThrownBy(() -> BusAddress.parse(text))
        .isInstanceOfSatisfying(
            BackplaneException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
  }
}
