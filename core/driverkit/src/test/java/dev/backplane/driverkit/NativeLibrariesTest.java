package dev.backplane.driverkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.ffi.NativeLibrary;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

final class NativeLibrariesTest {
  private static final NativeErrors ERRORS =
      NativeErrors.named(number -> "ERROR_" + number)
          .when(ErrorCode.BUSY, "another process has it", "Close it there", 16, 17)
          .otherwise(
              number ->
                  new NativeErrors.Meaning(
                      ErrorCode.DEVICE_FAULTED, "the device failed", "Reset it"));

  private static BackplaneException refused(ErrorCode code, ThrowingCallable call) {
    BackplaneException error = catchThrowableOfType(BackplaneException.class, call);
    assertThat(error).isNotNull();
    assertThat(error.code()).isEqualTo(code);
    return error;
  }

  @Test
  void aNumberOfTheTableHasItsMeaning() {
    assertThat(ERRORS.error(17, "", "the log says: no", "").during("open").build())
        .hasMessage(
            "%s BUSY: open: ERROR_17: another process has it; the log says: no. Close it there"
                .formatted(ErrorCode.BUSY.id()));
    assertThat(ERRORS.find(16).orElseThrow().code()).isEqualTo(ErrorCode.BUSY);
  }

  @Test
  void everyOtherNumberHasOneToo() {
    assertThat(ERRORS.find(99)).isEmpty();
    assertThat(ERRORS.of(99).code()).isEqualTo(ErrorCode.DEVICE_FAULTED);
    assertThat(ERRORS.error(99).build()).hasMessageContaining("ERROR_99");
  }

  @Test
  void aLibraryThatIsNowhereIsToldWithThePlaces() {
    assertThat(
            refused(
                ErrorCode.DEPENDENCY_UNSATISFIED,
                () -> CLibrary.load("libnone-such.so", List.of(Path.of("/nowhere")))))
        .hasMessageContaining("load library libnone-such.so: it does not load: /nowhere")
        .hasMessageContaining("cannot open shared object file");
    assertThat(refused(ErrorCode.DEPENDENCY_UNSATISFIED, () -> CLibrary.open("/dev/null")))
        .hasMessageContaining("/dev/null");
  }

  @Test
  void allFunctionsThatAreMissingAreToldAtOnce() {
    NativeLibrary c = NativeLibrary.c();
    assertThatCode(() -> CLibrary.require(c, "strlen")).doesNotThrowAnyException();
    assertThat(
            refused(
                ErrorCode.SYMBOL_NOT_FOUND,
                () -> CLibrary.require(c, "strlen", "none_such", "nor_this")))
        .hasMessageContaining("it has no function none_such, nor_this");
  }
}
