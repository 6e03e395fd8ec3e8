package dev.backplane.xclbin.trust;

import org.jspecify.annotations.Nullable;

/** A signature could not be made, or a trust store not be used; the message names the file. */
public final class SignatureException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final SignatureError code;

  /**
   * A failure.
   *
   * @param code its kind
   * @param message what happened, to which file
   * @param cause the failure below; null if there is none
   */
  public SignatureException(SignatureError code, String message, @Nullable Throwable cause) {
    super("signature " + code + ": " + message, cause);
    this.code = code;
  }

  /** {@return what kind of failure this is} */
  public SignatureError code() {
    return code;
  }
}
