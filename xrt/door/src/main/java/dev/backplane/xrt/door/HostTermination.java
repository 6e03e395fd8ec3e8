package dev.backplane.xrt.door;

import dev.backplane.api.BackplaneException;
import org.jspecify.annotations.Nullable;

/**
 * Ends a host that cannot be told what went wrong. While the host only accesses registers, it is
 * answered that nothing has happened yet. Its first other call, such as one for messages, which it
 * prints, gets the last answer. While the shim reads, it does not notice that a connection has
 * ended, but it dies of its next write (SIGPIPE).
 */
final class HostTermination {
  /** So many looks without asking for messages: a host that is not interested in them. */
  private static final int MOST_LOOKS = 64;

  private @Nullable BackplaneException reason;
  private int looks;

  /** The host is to be ended; the first reason stays. */
  void begin(BackplaneException why) {
    if (reason == null) {
      reason = why;
    }
  }

  boolean hasBegun() {
    return reason != null;
  }

  /** {@return why; null if the host may go on} */
  @Nullable BackplaneException reason() {
    return reason;
  }

  /** {@return whether a call is the last to be answered} */
  boolean isDue(Call call) {
    return reason != null && (!isRegisterAccess(call) || ++looks > MOST_LOOKS);
  }

  static boolean isRegisterAccess(Call call) {
    return switch (call) {
      case WRITE_KERNEL_CTRL, READ_KERNEL_CTRL, REG_WRITE, REG_READ -> true;
      default -> false;
    };
  }
}
