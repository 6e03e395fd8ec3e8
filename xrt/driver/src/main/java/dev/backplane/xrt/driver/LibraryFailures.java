package dev.backplane.xrt.driver;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.driverkit.NativeErrors;
import dev.backplane.driverkit.NativeErrors.Meaning;
import dev.backplane.ffi.Errno;
import java.lang.foreign.MemorySegment;

/** Makes exceptions from the library's error numbers. */
final class LibraryFailures {
  private static final int EPERM = 1;
  private static final int EACCES = 13;

  private static final NativeErrors NUMBERS =
      NativeErrors.named(number -> number == 0 ? "no number" : new Errno(number).toString())
          .when(
              ErrorCode.OUT_OF_HOST_MEMORY,
              "this machine has no memory for it",
              "Close buffers that are not needed any more",
              Errno.ENOMEM,
              Errno.ENOSPC)
          .when(ErrorCode.BUSY, "somebody else has it", "Close it there", Errno.EBUSY)
          .when(ErrorCode.NO_SUCH_DEVICE, "it is not there", "Enumerate again", Errno.ENODEV)
          .when(ErrorCode.DEVICE_FAULTED, "its scheduler hangs", "Reset the card", Errno.EDEADLK)
          .when(
              ErrorCode.NOT_SUPPORTED,
              "the shim of the card does not do this",
              "Do without it, or use another card",
              Errno.ENOSYS,
              Errno.EOPNOTSUPP)
          .when(ErrorCode.TIMEOUT, "it took too long", "Try again", Errno.ETIMEDOUT)
          .when(
              ErrorCode.NOT_PERMITTED,
              "this user may not do it",
              "Let the site's administrator permit it",
              EPERM,
              EACCES)
          .otherwise(number -> refused(ErrorCode.DEVICE_FAULTED));

  private LibraryFailures() {}

  /**
   * Makes the error of a call that failed. The library gives a number where its shim does, and says
   * the reason only in its log.
   *
   * @param usual what the function fails with when the number says nothing
   */
  static BackplaneException of(
      String function, MemorySegment captured, ErrorCode usual, LibraryLog log) {
    int number = Errno.from(captured).number();
    String said = log.last();
    return NUMBERS
        .error(
            meaning(number, usual),
            number,
            function + " failed",
            said.isEmpty() ? "" : "the last line of its log: " + said)
        .build();
  }

  private static Meaning meaning(int number, ErrorCode usual) {
    return NUMBERS
        .find(number)
        .filter(
            known ->
                known.code() != ErrorCode.OUT_OF_HOST_MEMORY
                    || usual != ErrorCode.OUT_OF_DEVICE_MEMORY)
        .orElseGet(() -> refused(usual));
  }

  private static Meaning refused(ErrorCode code) {
    return new Meaning(
        code, "the library refuses it", "Look into the logs of XRT and of the system");
  }
}
