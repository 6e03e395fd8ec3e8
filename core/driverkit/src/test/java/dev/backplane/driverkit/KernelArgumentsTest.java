package dev.backplane.driverkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.api.Argument;
import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
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
  void aBufferOfAnotherDeviceIsToldForWhichArgument() {
    assertThat(arguments.foreign("start", DATA))
        .hasMessageContaining(
            "start kernel scale: the buffer for argument 0 'data' (int*) was not made from this"
                + " device. Make it with kernel.buffer(\"data\", bytes)");
  }

  @Test
  void aRangeIsInsideItsBuffer() {
    assertThatCode(() -> BufferChecks.checkInside("sync", "buffer", 8, 0, 8))
        .doesNotThrowAnyException();
    for (long[] each : new long[][] {{-1, 1}, {0, -1}, {1, 8}, {Long.MAX_VALUE, 1}}) {
      refused(
          ErrorCode.OUT_OF_RANGE,
          "sync buffer: %d bytes at %d are not inside 8 bytes".formatted(each[1], each[0]),
          () -> BufferChecks.checkInside("sync", "buffer", each[0], each[1], 8));
    }
  }

  @Test
  void aBufferHasBytes() {
    assertThatCode(() -> BufferChecks.checkSize(1)).doesNotThrowAnyException();
    refused(
        ErrorCode.INVALID_ARGUMENT,
        "a buffer cannot have 0 bytes",
        () -> BufferChecks.checkSize(0));
  }
}
