package dev.backplane.capi.card.kernel;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.driverkit.NativeErrors;
import dev.backplane.driverkit.NativeErrors.Meaning;
import dev.backplane.ffi.Errno;
import java.io.Serial;

/** The kernel refused a call. */
final class KernelError extends Exception {
  @Serial private static final long serialVersionUID = 1;

  static final int EPERM = 1;
  static final int EINTR = 4;
  static final int EIO = 5;
  static final int EAGAIN = 11;
  static final int EACCES = 13;
  static final int EINVAL = Errno.EINVAL;
  static final int EBUSY = Errno.EBUSY;

  private static final NativeErrors MEANINGS =
      NativeErrors.named(number -> new Errno(number).text())
          .when(
              ErrorCode.NOT_PERMITTED,
              "this user may not do that",
              "Give the user rights for the node or attribute, by a rule of udev for example",
              EPERM,
              EACCES)
          .when(
              ErrorCode.NO_SUCH_DEVICE,
              "there is no such node, or not in this mode of the AFU",
              "List the devices again: cards may have gone, and modes may have changed",
              Errno.ENOENT,
              Errno.ENODEV)
          .when(
              ErrorCode.DEVICE_FAULTED,
              "the card does not answer, or the context has ended",
              "Close the context; open another one when the card is back",
              EIO)
          .when(
              ErrorCode.OUT_OF_CONTEXTS,
              "all contexts of the AFU, or interrupts of the card, are in use",
              "Close other contexts, or ask for fewer interrupts",
              Errno.ENOSPC)
          .when(
              ErrorCode.OUT_OF_HOST_MEMORY,
              "the kernel has no memory, or the process no file descriptor left",
              "Close files or end other programs",
              Errno.ENOMEM,
              23,
              24)
          .when(
              ErrorCode.BUSY,
              "it is in use or being reset, or does not answer in time",
              "Close its contexts, or try again",
              EBUSY)
          .when(
              ErrorCode.INVALID_ARGUMENT,
              "the kernel does not take this value",
              "See the limits among the attributes of the AFU",
              EINVAL)
          .otherwise(
              number ->
                  new Meaning(
                      ErrorCode.DEVICE_FAULTED,
                      "the kernel's driver cxl failed",
                      "See the kernel's log (dmesg)"));

  private final int number;

  KernelError(int number) {
    super("error %d".formatted(number), null, false, false);
    this.number = number;
  }

  /** {@return the error number} */
  int number() {
    return number;
  }

  /** {@return the same as users see it} */
  BackplaneException during(String operation, String resource) {
    return MEANINGS.error(number).during(operation).on(resource).build();
  }
}
