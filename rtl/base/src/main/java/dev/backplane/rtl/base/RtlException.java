package dev.backplane.rtl.base;

import org.jspecify.annotations.Nullable;

/**
 * An error of the RTL layer: a code, and a message that says what happened, where, and what to do.
 */
public final class RtlException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final RtlError error;

  /**
   * Creates an error.
   *
   * @param error what kind
   * @param message what happened, to what, and what to do
   */
  public RtlException(RtlError error, String message) {
    this(error, message, null);
  }

  /**
   * Creates an error with a cause.
   *
   * @param error what kind
   * @param message what happened, to what, and what to do
   * @param cause the cause
   */
  public RtlException(RtlError error, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.error = error;
  }

  /** {@return the kind of error} */
  public RtlError error() {
    return error;
  }
}
