package dev.backplane.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VersionTest {
  @Test
  void minorAndPatchMayBeLeftOut() {
    assertThat(Version.of("1")).isEqualTo(Version.of("1.0.0"));
    assertThat(Version.of("1.2")).hasToString("1.2.0");
    assertThat(Version.of("1.2.3-beta.2+linux.01")).hasToString("1.2.3-beta.2");
    assertThat(Version.of("1.2.3-beta").isPreRelease()).isTrue();
  }

  @Test
  void orderIsThatOfSemanticVersioning() {
    List<Version> ordered = new ArrayList<>();
    for (String text :
        List.of(
            "0.9.9",
            "1.0.0-0",
            "1.0.0-2",
            "1.0.0-10",
            "1.0.0-99999999999999999999",
            "1.0.0-alpha",
            "1.0.0-alpha.1",
            "1.0.0-alpha.beta",
            "1.0.0-beta",
            "1.0.0",
            "1.0.1",
            "1.1.0",
            "2.0.0-rc.1",
            "2.0.0",
            "10.0.0")) {
      ordered.add(Version.of(text));
    }
    List<Version> shuffled = new ArrayList<>(ordered);
    Collections.shuffle(shuffled, new Random(1));
    Collections.sort(shuffled);
    assertThat(shuffled).isEqualTo(ordered);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "v1",
        "1.",
        ".1",
        "1..2",
        "1.2.3.4",
        "01.2",
        "1.2-beta",
        "1.2.3-",
        "1.2.3-a..b",
        "1.2.3-01",
        "1.2.3+",
        "1.2.3-ä",
        "-1.0.0",
        "9999999999",
        "1.2.3 4",
        "1,2"
      })
  void malformedVersionsAreRefusedByName(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Version.of(text))
        .withMessageContaining("\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "^1.2       | 1.2.0 1.2.9 1.99.0               | 1.1.9 2.0.0 2.0.0-beta 1.2.0-rc.1",
        "^0.1       | 0.1.0 0.1.7                      | 0.2.0 0.0.9 1.0.0",
        "^0.0.3     | 0.0.3                            | 0.0.4 0.0.2",
        "^0.0       | 0.0.0 0.0.9                      | 0.1.0",
        "^0         | 0.0.0 0.9.9                      | 1.0.0",
        "~1.2.3     | 1.2.3 1.2.9                      | 1.2.2 1.3.0",
        "~1.2       | 1.2.0 1.2.9                      | 1.3.0-alpha",
        "~1         | 1.0.0 1.9.0                      | 2.0.0",
        "1.2.3      | 1.2.3                            | 1.2.4 1.2.3-rc.1",
        "=1.2       | 1.2.0                            | 1.2.1",
        ">=1.2      | 1.2.0 9.0.0                      | 1.1.9",
        ">1.2       | 1.2.1                            | 1.2.0",
        "<2         | 1.9.9 2.0.0-beta                 | 2.0.0",
        "<=2        | 2.0.0                            | 2.0.1",
        "'>= 1.2, <3' | 1.2.0 2.9.9                    | 3.0.0 1.0.0",
        "*          | 0.0.0 9.9.9                      | ",
      })
  void rangesAdmitWhatTheirTermsSay(String range, String in, String out) {
    VersionRange parsed = VersionRange.of(range);
    for (String version : Version.split(in, ' ')) {
      assertThat(parsed.admits(Version.of(version))).as("%s in %s", version, range).isTrue();
    }
    for (String version : out == null ? List.<String>of() : Version.split(out, ' ')) {
      assertThat(parsed.admits(Version.of(version))).as("%s in %s", version, range).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "^", "^1.x", ">=", "=>1", "^1,", "1 || 2", "^^1", "latest"})
  void malformedRangesAreRefusedByTerm(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> VersionRange.of(text))
        .withMessageContaining("is not a version range like ^1.0");
  }

  @Test
  void rangesAreEqualByMeaningAndPrintAsWritten() {
    assertThat(VersionRange.of("^1.0")).isEqualTo(VersionRange.of("^1.0.0")).hasToString("^1.0");
    assertThat(VersionRange.of("^1.0").hashCode()).isEqualTo(VersionRange.of("^1.0.0").hashCode());
    assertThat(VersionRange.of("^1.0")).isNotEqualTo(VersionRange.of("~1.0"));
  }

  @Test
  void requirementsNameAPluginAndPerhapsARange() {
    assertThat(Requirement.of("mac")).isEqualTo(new Requirement("mac", VersionRange.ANY));
    assertThat(Requirement.of("mac@^0.1").range()).isEqualTo(VersionRange.of("^0.1"));
    assertThat(Requirement.of("mac@^0.1")).hasToString("mac@^0.1");
    assertThat(Requirement.of("mac")).hasToString("mac");
    assertThatIllegalArgumentException().isThrownBy(() -> Requirement.of("@^1"));
    assertThatIllegalArgumentException().isThrownBy(() -> Requirement.of("mac@"));
  }
}
