package dev.backplane.drivers.softcard;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;

/** What goes wrong on a compute unit, in the words of the device model. */
final class Failures {
  private Failures() {}

  /** Translates whatever an execution threw. */
  static BackplaneException of(Throwable thrown, String subject) {
    return switch (thrown) {
      case BackplaneException e -> e.with().on(subject).causedBy(e).build();
      case RtlException e ->
          BackplaneException.because(code(e.error()), String.valueOf(e.getMessage()))
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
  static boolean stopsTheCard(ErrorCode code) {
    return code == ErrorCode.ADDRESS_FAULT
        || code == ErrorCode.PROTOCOL_VIOLATION
        || code == ErrorCode.NO_PROGRESS;
  }

  static ErrorCode code(RtlError error) {
    return switch (error) {
      case IMAGE_INVALID, NETLIST_INVALID, DESCRIPTION_INVALID -> ErrorCode.IMAGE_INVALID;
      case IMAGE_NOT_RUNNABLE,
          INTERFACE_MISSING,
          TOOL_MISSING,
          SOURCE_INVALID,
          SOURCE_UNSUPPORTED,
          COMBINATIONAL_LOOP,
          LATCH ->
          ErrorCode.IMAGE_NOT_RUNNABLE;
      case PROTOCOL_VIOLATION -> ErrorCode.PROTOCOL_VIOLATION;
      case ADDRESS_FAULT -> ErrorCode.ADDRESS_FAULT;
      case NO_PROGRESS -> ErrorCode.NO_PROGRESS;
      case ENGINE_FAILED -> ErrorCode.KERNEL_FAILED;
      case CANCELLED -> ErrorCode.CANCELLED;
      case TIMEOUT -> ErrorCode.TIMEOUT;
      case TRACE_FAILED -> ErrorCode.FILE_UNREADABLE;
    };
  }
}
