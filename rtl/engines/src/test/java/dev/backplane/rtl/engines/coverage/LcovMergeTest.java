package dev.backplane.rtl.engines.coverage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.base.RtlException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LcovMergeTest {
  private static final String ONE =
      """
      TN:
      SF:a.sv
      BRDA:3,0,0,-
      BRDA:3,0,1,-
      BRDA:10,0,0,2
      BRDA:10,0,1,0
      BRF:4
      BRH:1
      DA:3,0
      DA:10,5
      LF:2
      LH:1
      end_of_record
      """;

  private static final String OTHER =
      """
      TN:
      SF:a.sv
      BRDA:3,0,0,-
      BRDA:3,0,1,-
      BRDA:10,0,0,-
      BRDA:10,0,1,-
      BRF:4
      BRH:0
      DA:3,1
      DA:10,7
      LF:2
      LH:2
      end_of_record
      TN:
      SF:b.sv
      DA:1,0
      LF:1
      LH:0
      end_of_record
      """;

  private final LcovMerge merge = new LcovMerge();

  @Test
  void executionsOfLinesAndBranchesAreAdded() {
    merge.add("1.info", ONE);
    merge.add("2.info", OTHER);
    merge.add("empty.info", "");
    assertThat(merge.counts()).isEqualTo(new LcovMerge.Counts(3, 2, 4, 1));
    assertThat(merge.text())
        .isEqualTo(
            """
            TN:
            SF:a.sv
            BRDA:3,0,0,-
            BRDA:3,0,1,-
            BRDA:10,0,0,2
            BRDA:10,0,1,0
            BRF:4
            BRH:1
            DA:3,1
            DA:10,12
            LF:2
            LH:2
            end_of_record
            TN:
            SF:b.sv
            DA:1,0
            LF:1
            LH:0
            end_of_record
            """);
  }

  @Test
  void oneFileAloneStaysAsItIs() {
    merge.add("1.info", ONE);
    assertThat(merge.text()).isEqualTo(ONE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          DA:1,2         | it stands before SF, which names the source
          FNDA:1,main    | it has none of the records that are added
          """)
  void recordsOfOthersAreRefusedWithTheirLine(String record, String problem) {
    assertThatThrownBy(() -> merge.add("x.info", "TN:\n" + record + "\n"))
        .isInstanceOf(RtlException.class)
        .hasMessageStartingWith("x.info:2: '" + record + "' cannot be merged: " + problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          DA:1,-2        | '-2' is no count
          DA:1           | it has 1 fields instead of 2
          BRDA:1,0,0     | it has 3 fields instead of 4
          BRDA:1,0,x,3   | 'x' is no count
          """)
  void countsThatAreNoneAreRefusedWithTheirLine(String record, String problem) {
    assertThatThrownBy(() -> merge.add("x.info", "SF:a.sv\n" + record))
        .hasMessageStartingWith("x.info:2: '" + record + "' cannot be merged: " + problem);
  }
}
