package dev.backplane.protobuf;

/** Says that bytes are no message in the protobuf wire format, and where they stop to be one. */
public final class MalformedMessageException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int offset;

  /**
   * Creates an exception.
   *
   * @param offset the position, in the buffer that holds the message, of the field that is wrong
   * @param problem what is wrong with it
   */
  public MalformedMessageException(int offset, String problem) {
    super(problem);
    this.offset = offset;
  }

  /** {@return the position, in the buffer that holds the message, of the field that is wrong} */
  public int offset() {
    return offset;
  }

  /** {@return what is wrong} */
  public String problem() {
    return String.valueOf(getMessage());
  }
}
