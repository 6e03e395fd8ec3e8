package dev.backplane.xrt.door;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.protobuf.MalformedMessageException;

/** Makes the exception for bytes that are not a valid message. */
final class Malformed {
  private Malformed() {}

  static BackplaneException because(MalformedMessageException message) {
    return because(message.problem());
  }

  static BackplaneException because(String problem) {
    return BackplaneException.because(ErrorCode.MESSAGE_INVALID, problem)
        .during("serve XRT emulation")
        .remedy("The connection is closed; the door speaks the hw_emu protocol of XRT 2.13")
        .build();
  }
}
