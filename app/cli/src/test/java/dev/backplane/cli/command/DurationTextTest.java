package dev.backplane.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class DurationTextTest {
  @Test
  void unitsAreMillisecondsSecondsMinutesAndHours() {
    assertThat(DurationText.parse("500ms")).isEqualTo(Duration.ofMillis(500));
    assertThat(DurationText.parse("30")).isEqualTo(Duration.ofSeconds(30));
    assertThat(DurationText.parse("30s")).isEqualTo(Duration.ofSeconds(30));
    assertThat(DurationText.parse("5m")).isEqualTo(Duration.ofMinutes(5));
    assertThat(DurationText.parse("2h")).isEqualTo(Duration.ofHours(2));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "0s", "-1s", "1d", "s", "1.5s", "9999999999s"})
  void anythingElseIsRefused(String text) {
    assertThatThrownBy(() -> DurationText.parse(text)).isInstanceOf(TypeConversionException.class);
  }
}
