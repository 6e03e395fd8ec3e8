package dev.backplane.xclbin;

/**
 * A container that cannot be read or written. The message names the section, the offset, the values
 * and what to do.
 */
public final class XclbinException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final XclbinError code;

  XclbinException(XclbinError code, String message) {
    super("xclbin " + code + ": " + message);
    this.code = code;
  }

  XclbinException(XclbinError code, String message, Throwable cause) {
    super("xclbin " + code + ": " + message, cause);
    this.code = code;
  }

  /** {@return what kind of failure this is} */
  public XclbinError code() {
    return code;
  }
}
