package dev.backplane.xrt.card.unit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCategory;
import dev.backplane.api.ErrorCode;
import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class FailuresTest {
  @ParameterizedTest
  @EnumSource(value = RtlError.class, mode = EnumSource.Mode.EXCLUDE, names = "TRACE_FAILED")
  void everyFailureOfRtlIsOneOfTheDevice(RtlError error) {
    RtlException cause = new RtlException(error, "what happened");
    BackplaneException translated = Failures.of(cause, "kernel k");

    assertThat(translated.code().category()).isEqualTo(ErrorCategory.DEVICE);
    assertThat(translated.getMessage()).contains("kernel k").contains("what happened");
    assertThat(translated).hasCause(cause);
  }

  @Test
  void busFaultsAndHangsStopTheCard() {
    assertThat(ErrorCode.values())
        .filteredOn(Failures::stopsTheCard)
        .containsExactlyInAnyOrder(
            ErrorCode.PROTOCOL_VIOLATION, ErrorCode.ADDRESS_FAULT, ErrorCode.NO_PROGRESS);
  }
}
