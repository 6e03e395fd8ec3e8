package dev.backplane.cli.setup;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class JdkDefectsTest {
  @ParameterizedTest
  @ValueSource(strings = {"25", "25+36-LTS", "25.0.1", "25.0.2+10-LTS", "25.0.2.1"})
  void releasesWithTheDefectOfG1AreWarnedOf(String version) {
    assertThat(JdkDefects.of(Runtime.Version.parse(version)))
        .hasValueSatisfying(text -> assertThat(text).contains("JDK-8377811").contains("25.0.3"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"25.0.3+9-LTS", "25.0.10", "26", "24.0.2"})
  void nothingIsSaidOfOthers(String version) {
    assertThat(JdkDefects.of(Runtime.Version.parse(version))).isEmpty();
  }
}
