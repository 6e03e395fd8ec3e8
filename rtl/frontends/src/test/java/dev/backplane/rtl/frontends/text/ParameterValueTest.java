package dev.backplane.rtl.frontends.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.base.RtlException;
import java.math.BigInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ParameterValueTest {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      delimiter = '|',
      value = {
        "5|32'sh5",
        "-5|32'shfffffffb",
        "+7|32'sh7",
        "1_000|32'sh3e8",
        "2147483647|32'sh7fffffff",
        "2147483648|64'sh80000000",
        "-2147483649|64'shffffffff7fffffff",
        "0x10|32'sh10",
        "0xffffffff|32'hffffffff",
        "0x1234567890abcdef|64'h1234567890abcdef",
        "0x1_ffffffffffffffff|65'h1ffffffffffffffff",
        "64'h1234567890abcdef|64'h1234567890abcdef",
        "8'sd5|8'sh5",
        "8'shff|8'shff",
        "-64'd5|64'hfffffffffffffffb",
        "'hffffffffff|40'hffffffffff",
        "'1|'1",
        "4'bx1z0|4'bx1z0",
        "1.25|1.25",
        "-1e-3|-1e-3",
        "FAST|\"FAST\"",
        "\"a b;$c\"|\"a b;$c\"",
      })
  void aValueBecomesALiteralWithAllItsBits(String text, String literal) {
    assertThat(ParameterValue.parse(text).literal()).isEqualTo(literal);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "8'd300",
        "0'd0",
        "99999999'd0",
        "8'hxyz",
        "8'b2",
        "a b",
        "\"",
        "\"a\"b\"",
        "\"a\\\"",
        "1;2",
        "0x",
        "--1"
      })
  void invalidValuesAreRefused(String text) {
    assertThatThrownBy(() -> ParameterValue.parse(text))
        .isInstanceOf(RtlException.class)
        .hasMessageContaining("'" + text + "'");
  }

  @ParameterizedTest
  @CsvSource({
    "255, 8, false, 255",
    "0xff, 8, true, 255",
    "-1, 8, false, 255",
    "-1, 100, true, 1267650600228229401496703205375",
    "'8''shff', 16, false, 65535",
    "\"hi\", 40, false, 26729",
    "hi, 16, false, 26729",
    "2.0, 32, true, 2",
  })
  void aParameterWithTheSameValueIsAccepted(
      String text, int width, boolean signed, BigInteger got) {
    ParameterValue.parse(text).checkBits("K", width, signed, got);
  }

  @ParameterizedTest
  @CsvSource({
    "300, 8, false, 44",
    "255, 8, true, 255",
    "0x1ff, 8, false, 255",
    "4294967295, 32, true, 4294967295",
    "-129, 8, true, 127",
    "1.5, 32, true, 2",
    "hi, 32, true, 26729",
    "\"hello\", 8, false, 111",
    "5, 8, false, 4",
  })
  void aParameterWithAnotherValueIsRefused(String text, int width, boolean signed, BigInteger got) {
    ParameterValue value = ParameterValue.parse(text);
    assertThatThrownBy(() -> value.checkBits("K", width, signed, got))
        .isInstanceOf(RtlException.class)
        .hasMessageContaining("'K', which has " + width + " bits");
  }
}
