package dev.backplane.xrt.card.unit;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.xrt.card.image.RtlErrorCodes;

/** Translates failures of a compute unit into errors of the device model. */
public final class Failures {
  private Failures() {}

  /** Translates whatever an execution threw. */
  public static BackplaneException of(Throwable thrown, String subject) {
    return switch (thrown) {
      case BackplaneException e -> e.with().on(subject).causedBy(e).build();
      case RtlException e ->
          BackplaneException.because(RtlErrorCodes.of(e.error()), String.valueOf(e.getMessage()))
              .on(subject)
              .causedBy(e)
              .build();
      case OutOfMemoryError e ->
          BackplaneException.because(
                  ErrorCode.OUT_OF_HOST_MEMORY,
                  "this machine has no memory left: " + e.getMessage())
              .on(subject)
              .remedy("Give the process more memory")
              .causedBy(e)
              .build();
      default ->
          BackplaneException.because(ErrorCode.KERNEL_FAILED, "it threw " + thrown)
              .on(subject)
              .remedy("See the cause")
              .causedBy(thrown)
              .build();
    };
  }

  /** {@return whether a failure stops the whole card, as the firewall of a real one would} */
  public static boolean stopsTheCard(ErrorCode code) {
    return code == ErrorCode.ADDRESS_FAULT
        || code == ErrorCode.PROTOCOL_VIOLATION
        || code == ErrorCode.NO_PROGRESS;
  }
}
