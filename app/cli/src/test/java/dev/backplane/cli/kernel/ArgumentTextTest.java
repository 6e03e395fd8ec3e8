package dev.backplane.cli.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.api.Argument;
import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ArgumentTextTest {
  private static final Argument BUFFER =
      new Argument(0, "a", Argument.Kind.BUFFER, "int*", 8, 0x10, List.of(0));
  private static final Argument WORD =
      new Argument(1, "n", Argument.Kind.SCALAR, "ulong", 8, 0x1c, List.of());
  private static final Argument REAL =
      new Argument(2, "x", Argument.Kind.SCALAR, "float", 4, 0x28, List.of());

  @ParameterizedTest
  @CsvSource({
    "1024, 1024",
    "0, 0",
    "-1, -1",
    "0x10, 16",
    "-0x10, -16",
    "1_000, 1000",
    "0xffffffffffffffff, -1",
    "18446744073709551615, -1",
    "-9223372036854775808, -9223372036854775808"
  })
  void wholeNumbersAreReadInTheWaysPeopleWriteThem(String text, long expected) {
    assertThat(ArgumentText.parse("n=" + text).meaning(WORD))
        .isEqualTo(new ArgumentText.Scalar(expected));
  }

  @Test
  void realNumbersAreReadWhereTheKernelWantsThem() {
    assertThat(ArgumentText.parse("x=-1.5e3").meaning(REAL))
        .isEqualTo(new ArgumentText.Scalar(-1500.0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"abc", "0x", "1.5", "--1", "0x-1", "1e3", "@in.bin", "out.bin:4", " 1"})
  void refusesATextThatIsNoWholeNumberWithTheArgumentsName(String text) {
    assertRefused("n=" + text, WORD, ErrorCode.WRONG_ARGUMENT_TYPE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"18446744073709551616", "-9223372036854775809", "0x10000000000000000"})
  void numbersWiderThanAWordAreRefused(String text) {
    assertRefused("n=" + text, WORD, ErrorCode.WRONG_ARGUMENT_SIZE);
  }

  @ParameterizedTest
  @CsvSource({
    "out.bin:4096, out.bin, 4096",
    "out.bin:4K, out.bin, 4096",
    "out.bin:1M, out.bin, 1048576",
    "out.bin:2GiB, out.bin, 2147483648",
    "out.bin:0x40, out.bin, 64",
    "C:out:8, C:out, 8",
    ":64, '', 64"
  })
  void outputsNameAFileAndASize(String text, String file, long size) {
    assertThat(ArgumentText.parse("a=" + text).meaning(BUFFER))
        .isEqualTo(new ArgumentText.Output(file, size));
  }

  @ParameterizedTest
  @ValueSource(strings = {"out.bin", "out.bin:", "out.bin:0", "out.bin:-4", "out.bin:4X", "1024"})
  void refusesATextThatIsNoBufferWithTheArgumentsName(String text) {
    assertRefused("a=" + text, BUFFER, ErrorCode.WRONG_ARGUMENT_TYPE);
  }

  @Test
  void aBufferLargerThanAnyMemoryIsRefusedWithoutOverflow() {
    assertRefused("a=out.bin:99999999999999999999G", BUFFER, ErrorCode.WRONG_ARGUMENT_TYPE);
  }

  @Test
  void inputsNameAFile() {
    assertThat(ArgumentText.parse("a=@in.bin").meaning(BUFFER))
        .isEqualTo(new ArgumentText.Input(Path.of("in.bin")));
  }

  @Test
  void inputAndOutputNameTwoFiles() {
    assertThat(ArgumentText.parse("a=@in.bin:out.bin").meaning(BUFFER))
        .isEqualTo(new ArgumentText.InOut(Path.of("in.bin"), "out.bin"));
  }

  @Test
  void aFileWithAColonInItsNameIsMeantAsItStandsIfItIsThere(@TempDir Path folder)
      throws IOException {
    Path file = Files.createFile(folder.resolve("in:1"));
    assertThat(ArgumentText.parse("a=@" + file).meaning(BUFFER))
        .isEqualTo(new ArgumentText.Input(file));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "=4", "a="})
  void refusesAnArgumentWithoutNameOrValue(String text) {
    assertThatThrownBy(() -> ArgumentText.parse(text))
        .isInstanceOfSatisfying(
            BackplaneException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
  }

  private static void assertRefused(String text, Argument argument, ErrorCode code) {
    ArgumentText parsed = ArgumentText.parse(text);
    assertThatThrownBy(() -> parsed.meaning(argument))
        .isInstanceOfSatisfying(
            BackplaneException.class,
            e -> {
              assertThat(e.code()).isEqualTo(code);
              assertThat(e).hasMessageContaining("'" + argument.name() + "'");
            });
  }
}
