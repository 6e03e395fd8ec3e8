package dev.backplane.runtime;

import static dev.backplane.runtime.Refusal.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.ErrorCode;
import dev.backplane.api.spi.CallTrace.Detail;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TraceLevelTest {
  @ParameterizedTest
  @CsvSource({
    "0, false, false, false",
    "1, true, false, false",
    "0x01, true, false, false",
    "01, true, false, false",
    "2, false, true, false",
    "0X02, false, true, false",
    "3, true, true, false",
    "4, false, false, false",
    "7, true, true, false",
    "2147483647, true, true, false",
    "-1, true, true, true",
    "0xFFFFFFFF, true, true, true",
    "4294967295, true, true, true",
    "' -1 ', true, true, true",
    "-2, false, true, false",
  })
  void somethingIsToldWhenAllBitsOfItsLevelAreSet(
      String text, boolean basic, boolean calls, boolean debug) {
    TraceLevel level = TraceLevel.parse(text, "TEST");
    assertThat(level.tells(Detail.BASIC)).isEqualTo(basic);
    assertThat(level.tellsCalls()).isEqualTo(calls);
    assertThat(level.tells(Detail.DEBUG)).isEqualTo(debug);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "all", "1x", "0x", "#1", "-#1", "4294967296", "-2147483649", "1 2"})
  void refusesAnUnknownLevelAndNamesItsPlace(String text) {
    assertThat(refuses(ErrorCode.INVALID_ARGUMENT, () -> TraceLevel.parse(text, "SYCL_PI_TRACE")))
        .hasMessageContaining("SYCL_PI_TRACE")
        .hasMessageContaining("'" + text + "'")
        .hasMessageContaining("-1 (everything)");
  }
}
