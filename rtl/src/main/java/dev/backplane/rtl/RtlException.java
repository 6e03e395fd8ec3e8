package dev.backplane.rtl;

import org.jspecify.annotations.Nullable;

/** A failure of the RTL layer: a code, and a message that says what, where and what to do. */
public final class RtlException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final RtlError error;

  /**
   * A failure.
   *
   * @param error what kind
   * @param message what happened, to what, and what to do
   */
  public RtlException(RtlError error, String message) {
    this(error, message, null);
  }

  /**
   * A failure with what led to it.
   *
   * @param error what kind
   * @param message what happened, to what, and what to do
   * @param cause what led to it
   */
  public RtlException(RtlError error, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.error = error;
  }

  /** {@return what kind of failure} */
  public RtlError error() {
    return error;
  }
}
