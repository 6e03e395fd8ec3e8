package dev.backplane.xrt.card.image;

import dev.backplane.api.ErrorCode;
import dev.backplane.rtl.base.RtlError;

/** The errors of RTL as codes of the device model. */
public final class RtlErrorCodes {
  private RtlErrorCodes() {}

  public static ErrorCode of(RtlError error) {
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
      case ENGINE_FAILED, KERNEL_FAILED -> ErrorCode.KERNEL_FAILED;
      case CANCELLED -> ErrorCode.CANCELLED;
      case TIMEOUT -> ErrorCode.TIMEOUT;
      case TRACE_FAILED -> ErrorCode.FILE_UNREADABLE;
    };
  }
}
