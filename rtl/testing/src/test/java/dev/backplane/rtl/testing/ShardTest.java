package dev.backplane.rtl.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShardTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 40})
  void eachRunIsInOneShard(int count) {
    List<Long> all = new ArrayList<>();
    for (int number = 1; number <= count; number++) {
      Shard shard = new Shard(number, count);
      List<Long> part = LongStream.range(0, 20).filter(shard::has).boxed().toList();
      assertThat(part).hasSizeBetween(20 / count, 20 / count + 1);
      all.addAll(part);
    }
    assertThat(all).containsExactlyInAnyOrderElementsOf(LongStream.range(0, 20).boxed().toList());
  }

  @Test
  void aShardIsReadAsItIsWritten() {
    assertThat(Shard.parse("2/4")).isEqualTo(new Shard(2, 4));
    assertThat(Shard.parse(" 1/1 ")).isEqualTo(Shard.WHOLE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          0/4 | 0/4 is no shard: of 4, the first is 1/4 and the last 4/4
          5/4 | 5/4 is no shard: of 4, the first is 1/4 and the last 4/4
          1/0 | 1/0 is no shard: there is at least one
          x   | 'x' is no shard: write its number and how many there are, as in 2/4
          1   | 'x' is no shard: write its number and how many there are, as in 2/4
          -1/4 | 'x' is no shard: write its number and how many there are, as in 2/4
          1/99999999999 | 'x' is no shard: write its number and how many there are, as in 2/4
          """)
  void otherWordsAreRefused(String text, String problem) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Shard.parse(text))
        .withMessage(problem.replace("'x'", "'" + text + "'"));
  }
}
