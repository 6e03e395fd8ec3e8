package dev.backplane.cli.opae;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.opae.Metrics;
import dev.backplane.cli.report.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Values of every type, and one that cannot be read. */
class MetricsReportTest {
  private static final List<Metrics.Type> TYPES = List.of(Metrics.Type.values());

  private static final class EveryType implements Metrics {
    @Override
    public List<Description> descriptions() {
      return LongStream.range(0, TYPES.size() + 1)
          .mapToObj(
              number ->
                  new Description(
                      number,
                      new UUID(0, 0),
                      "g:m" + number,
                      "g",
                      "m" + number,
                      "",
                      TYPES.get((int) number % TYPES.size()),
                      Kind.PERFORMANCE_COUNTER))
          .toList();
    }

    @Override
    public List<Value> read(List<Long> numbers) {
      List<Long> bits =
          List.of(
              -1L,
              (long) Float.floatToRawIntBits(-1.5f),
              Double.doubleToRawLongBits(2.25),
              1L,
              0xfeL,
              7L);
      return numbers.stream()
          .map(number -> new Value(number, bits.get(number.intValue()), number < TYPES.size()))
          .toList();
    }

    @Override
    public List<Threshold> thresholds() {
      return List.of();
    }
  }

  @Test
  void aValueIsToldAsItsTypeSays() {
    MetricsReport report = new MetricsReport("a/b", new EveryType());
    assertThat(Json.text(report.look()))
        .contains("\"name\":\"m0\",\"value\":18446744073709551615,")
        .contains("\"name\":\"m1\",\"value\":-1.5,")
        .contains("\"name\":\"m2\",\"value\":2.25,")
        .contains("\"name\":\"m3\",\"value\":true,")
        .contains("\"name\":\"m4\",\"value\":\"0xfe\",")
        .contains("\"name\":\"m5\",\"value\":null,")
        .contains("\"kind\":\"performance counter\"");
    StringWriter text = new StringWriter();
    report.print(new PrintWriter(text, true));
    assertThat(text.toString())
        .containsPattern("g +m1 +-1.500 +- +performance counter")
        .containsPattern("g +m5 +- ")
        .doesNotContain("thresholds");
  }
}
