package dev.backplane.rtl.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JUnitMergeTest {
  private final JUnitMerge merge = new JUnitMerge();

  private void add(String file, String text) {
    merge.add(file, text.getBytes(StandardCharsets.UTF_8));
  }

  private static CaseResult result(String name, CaseResult.Status status) {
    return new CaseResult(
        name,
        name,
        "jvm",
        0,
        3,
        status,
        status == CaseResult.Status.PASSED ? "" : "c[1] is 2 <wrong> & odd",
        10,
        1_500_000_000,
        List.of("a warning"),
        Optional.empty());
  }

  private static String own(CaseResult... results) {
    return JUnitXml.write(Map.of(Path.of("vadd.toml"), List.of(results)));
  }

  @Test
  void suitesOfOneNameBecomeOneAndNumbersAreCountedAnew() {
    add("1.xml", own(result("a", CaseResult.Status.PASSED), result("b", CaseResult.Status.FAILED)));
    add("2.xml", own(result("c", CaseResult.Status.ERROR)));
    add(
        "3.xml",
        """
        <testsuite name="other" time="1,234.5" hostname="h">
          <properties><property name="p" value="1"/></properties>
          <testcase name="x"><skipped/></testcase>
        </testsuite>
        """);
    assertThat(merge.counts()).isEqualTo(new JUnitMerge.Counts(2, 4, 1, 1, 1));
    assertThat(merge.counts().passed()).isEqualTo(1);
    assertThat(merge.duplicates()).isEmpty();
    String text = merge.text();
    assertThat(text)
        .contains("<testsuites ")
        .contains("time=\"1239.000\"")
        .containsOnlyOnce(" name=\"vadd.toml\"")
        .contains("c[1] is 2 &lt;wrong&gt; &amp; odd</failure>", "<error ", "<skipped/>")
        .contains("<property name=\"engine\" value=\"jvm\"/>", "hostname=\"h\"");
    // What was merged can be merged again, and says the same.
    JUnitMerge again = new JUnitMerge();
    again.add("all.xml", text.getBytes(StandardCharsets.UTF_8));
    assertThat(again.counts()).isEqualTo(merge.counts());
    assertThat(again.text()).isEqualTo(text);
  }

  @Test
  void whatEachShardSaysOfItsSuiteIsThereOnce() {
    String text =
        """
        <testsuites><testsuite name="s" time="1">
          <properties><property name="p" value="1"/></properties>
          <testcase name="%s" time="1"/>
        </testsuite></testsuites>
        """;
    add("1.xml", text.formatted("a"));
    add("2.xml", text.formatted("b"));
    assertThat(merge.text()).containsOnlyOnce("<properties>").contains("tests=\"2\"");
  }

  @Test
  void aCaseThatIsThereTwiceIsToldAndKept() {
    add("1.xml", own(result("a", CaseResult.Status.PASSED)));
    add("2.xml", own(result("a", CaseResult.Status.FAILED)));
    assertThat(merge.duplicates())
        .containsExactly("'a' of vadd.toml is in 1.xml and in 2.xml; both are kept");
    assertThat(merge.counts().tests()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          <html/>                                          | its root is <html>, not <testsuites>
          <testsuites><testsuite name="s"></testsuites>    | line 1
          <testsuite name="s" time="soon"/>                | its time 'soon' is no number of seconds
          <testsuite name="s"><testcase/></testsuite>      | a <testcase> of it has no name
          <!DOCTYPE a SYSTEM "b"><testsuites/>             | DOCTYPE
          no XML at all                                    | line 1
          """)
  void whatIsNotJUnitXmlIsRefusedAndAddsNothing(String text, String problem) {
    assertThatThrownBy(() -> add("odd.xml", text))
        .isInstanceOfSatisfying(
            RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.DESCRIPTION_INVALID))
        .hasMessageStartingWith("odd.xml: it is not JUnit XML: ")
        .hasMessageContaining(problem);
    assertThat(merge.counts()).isEqualTo(new JUnitMerge.Counts(0, 0, 0, 0, 0));
  }
}
