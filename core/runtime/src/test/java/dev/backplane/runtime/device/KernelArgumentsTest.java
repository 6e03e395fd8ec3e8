package dev.backplane.runtime.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.api.Argument;
import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

final class KernelArgumentsTest {
  private static final Argument DATA =
      new Argument(0, "data", Argument.Kind.BUFFER, "int*", 8, 0x10, List.of(0));
  private static final Argument COUNT =
      new Argument(1, "n", Argument.Kind.SCALAR, "int", 4, 0x18, List.of());
  private final KernelArguments arguments = new KernelArguments("scale", List.of(DATA, COUNT));

  private static void refused(ErrorCode code, String message, ThrowingCallable call) {
    BackplaneException error = catchThrowableOfType(BackplaneException.class, call);
    assertThat(error).isNotNull().hasMessageContaining(message);
    assertThat(error.code()).isEqualTo(code);
  }

  @Test
  void thereIsOneValuePerArgument() {
    assertThatCode(() -> arguments.checkCount("start", 1, 2)).doesNotThrowAnyException();
    refused(
        ErrorCode.NO_SUCH_ARGUMENT,
        "start kernel scale: takes 2 values, not 1: [0 'data' (int*), 1 'n' (int)]",
        () -> arguments.checkCount("start", 1));
  }

  @Test
  void anArgumentIsOneOfThoseThatThereAre() {
    assertThat(arguments.get("set", 1)).isEqualTo(COUNT);
    for (int index : new int[] {-1, 2}) {
      refused(
          ErrorCode.NO_SUCH_ARGUMENT,
          "set kernel scale: there is no argument " + index,
          () -> arguments.get("set", index));
    }
  }

  @Test
  void aBufferIsMadeForWhatTakesOne() {
    assertThatCode(() -> arguments.checkTakesBuffer(DATA)).doesNotThrowAnyException();
    refused(
        ErrorCode.WRONG_ARGUMENT_TYPE,
        "argument 1 'n' (int) takes no buffer",
        () -> arguments.checkTakesBuffer(COUNT));
  }

  @Test
  void aNumberThatIsKnownToFitIsWhatTheArgumentTakes() {
    List<Argument> all = new ArrayList<>();
    for (Argument.Kind kind : Argument.Kind.values()) {
      for (String type : List.of("char", "uint", "ulong", "half", "float", "double")) {
        int size =
            switch (type) {
              case "char" -> 1;
              case "half" -> 2;
              case "uint", "float" -> 4;
              default -> 8;
            };
        all.add(new Argument(all.size(), "a", kind, type, size, 0, List.of()));
      }
    }
    KernelArguments checks = new KernelArguments("all", all);
    for (Argument argument : all) {
      for (long number : new long[] {0, -128, -129, 255, 256, 1L << 32, -1, Long.MIN_VALUE}) {
        assertThat(accepts(() -> checks.check("set", argument.index(), number)))
            .as("%s takes %d", argument, number)
            .isEqualTo(accepts(() -> argument.check(number)) || takesAny(argument));
      }
      for (double number : new double[] {0, -65504, 65520, 1e300, Double.NaN, 1 / 0.0}) {
        if (checks.fits(argument.index(), number)) {
          assertThat(accepts(() -> argument.check(Double.valueOf(number))) || takesAny(argument))
              .as("%s takes %s", argument, number)
              .isTrue();
        }
      }
    }
    assertThat(checks.fits(-1, 0)).isFalse();
    assertThat(checks.fits(all.size(), 0)).isFalse();
  }

  /** The interface below never tells what it takes: the number goes there as it is. */
  private static boolean takesAny(Argument argument) {
    return argument.kind() == Argument.Kind.OTHER;
  }

  private static boolean accepts(Runnable check) {
    try {
      check.run();
      return true;
    } catch (BackplaneException e) {
      return false;
    }
  }
}
