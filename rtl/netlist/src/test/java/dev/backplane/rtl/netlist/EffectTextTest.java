package dev.backplane.rtl.netlist;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Texts of effects are those that Verilog's {@code $display} writes. */
class EffectTextTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "%d|8|false|7|  7",
        "%0d|8|false|7|7",
        "%d|8|true|255|  -1",
        "%0d|8|true|128|-128",
        "%5d|8|false|7|    7",
        "%h|12|false|10|00a",
        "%0h|12|false|10|a",
        "%x|9|false|511|1ff",
        "%b|4|false|5|0101",
        "%o|8|false|255|377",
        "%c|8|false|65|A",
        "%s|24|false|4276803|ABC",
        "100%% of %0d at %t|4|false|3|100% of 3 at 42",
      })
  void valuesAreWrittenAsVerilogDoes(
      String format, int width, boolean signed, long value, String text) {
    Operand.Constant part = new Operand.Constant(BigInteger.valueOf(value), width);
    Effect effect =
        new Effect(
            Effect.Severity.INFO,
            "t.v:1",
            0,
            new Operand(List.of(new Operand.Constant(BigInteger.ONE, 1))),
            format,
            List.of(new Effect.Argument(new Operand(List.of(part)), signed)));
    assertThat(EffectText.format(effect, List.of(BigInteger.valueOf(value)), 42)).isEqualTo(text);
    assertThat(EffectText.arguments(format)).isEqualTo(1);
  }
}
