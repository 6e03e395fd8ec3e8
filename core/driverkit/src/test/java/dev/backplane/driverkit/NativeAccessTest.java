package dev.backplane.driverkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class NativeAccessTest {
  private static final String UNNAMED =
      "Illegal native access from an unnamed module (file:/somewhere/ffi.jar)";

  @Test
  void aDeniedAccessNamesTheOption() {
    BackplaneException error =
        NativeAccess.denied(
                new IllegalStateException(
                    "calling is not possible",
                    new ExceptionInInitializerError(new IllegalCallerException(UNNAMED))))
            .orElseThrow();
    assertThat(error.code()).isEqualTo(ErrorCode.NOT_PERMITTED);
    assertThat(error.problem()).contains("classes of the class path");
    assertThat(error.remedy()).contains("--enable-native-access=").endsWith("ALL-UNNAMED");
  }

  @Test
  void aModuleIsNamed() {
    BackplaneException error =
        NativeAccess.denied(
                new IllegalCallerException("Illegal native access from module some.driver"))
            .orElseThrow();
    assertThat(error.problem()).contains("module some.driver");
    assertThat(error.remedy()).contains("some.driver").doesNotContain("ALL-UNNAMED");
  }

  @Test
  void theSecondUseOfAClassThatCouldNotBeInitialisedIsTheSame() {
    assertThat(
            NativeAccess.denied(
                new NoClassDefFoundError(
                    "Could not initialize class X: java.lang.IllegalCallerException: " + UNNAMED)))
        .isPresent();
  }

  @Test
  void otherFailuresAreOthers() {
    for (Throwable other :
        new Throwable[] {
          new IllegalCallerException("no frame"), new Error(), new Error(new Exception("native"))
        }) {
      assertThat(NativeAccess.denied(other)).isEqualTo(Optional.empty());
    }
  }
}
