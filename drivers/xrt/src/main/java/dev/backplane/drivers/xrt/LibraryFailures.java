package dev.backplane.drivers.xrt;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.ffi.Errno;
import java.lang.foreign.MemorySegment;

/** What the library's error numbers mean. */
final class LibraryFailures {
  private static final int EPERM = 1;
  private static final int EACCES = 13;

  private LibraryFailures() {}

  /**
   * Makes the error of a call that failed. The library gives a number where its shim does, and says
   * the reason only in its log.
   *
   * @param usual what the function fails with when the number says nothing
   */
  static BackplaneException of(
      String function, MemorySegment captured, ErrorCode usual, LibraryLog log) {
    Errno errno = Errno.from(captured);
    String said = log.last();
    return BackplaneException.because(
            code(errno.number(), usual),
            function
                + " failed"
                + (errno.number() == 0 ? "" : " with " + errno)
                + (said.isEmpty() ? "" : "; the last line of its log: " + said))
        .build();
  }

  static ErrorCode code(int errno, ErrorCode usual) {
    return switch (errno) {
      case Errno.ENOMEM, Errno.ENOSPC ->
          usual == ErrorCode.OUT_OF_DEVICE_MEMORY ? usual : ErrorCode.OUT_OF_HOST_MEMORY;
      case Errno.EBUSY -> ErrorCode.BUSY;
      case Errno.ENODEV -> ErrorCode.NO_SUCH_DEVICE;
      case Errno.EDEADLK -> ErrorCode.DEVICE_FAULTED;
      case Errno.ENOSYS, Errno.EOPNOTSUPP -> ErrorCode.NOT_SUPPORTED;
      case Errno.ETIMEDOUT -> ErrorCode.TIMEOUT;
      case EPERM, EACCES -> ErrorCode.NOT_PERMITTED;
      default -> usual;
    };
  }
}
